//! What one move of a cycle is, in the words of the rule books, and which men it attacks how.
//!
//! For reports. The judge itself only asks whether a move checks, threatens mate or chases, and of whom; the
//! answers come from the same functions.

use super::checks::{mates_by_checks, wins_by_checks};
use super::exchange::{Balance, capture_gains};
use super::protection::{
    captures, chaseable, chasers, holds_with_cannon, is_held_by_cannon, is_offer, unprotected,
};
use super::rewind::Turn;
use super::{RuleSet, Unprotected, asian, chinese, league};
use crate::attacks;
use crate::board::Position;
use crate::types::{Bitboard, Kind, Move, Piece, Square};

/// What a move is. A move that is several things has the gravest name [Chinese, art. 27.4].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveClass {
    /// Check (将).
    Check,
    /// A mate threat (杀).
    Kill,
    /// The threat to win a man (捉).
    Chase,
    /// A king or a soldier attacks a man on its own (将帅、兵卒捉子) [Asian, art. 23, 24; Chinese, art. 27.1,
    /// 27.2].
    LoneAttack,
    /// The threat to win a man by way of check (要抽吃) [Asian, art. 8, 11, 33].
    CheckThreat,
    /// An offer to exchange (兑) [Asian, art. 35; Chinese, art. 28.5].
    Exchange,
    /// An offer to be taken (献) [Asian, art. 35; Chinese, art. 28.6].
    Sacrifice,
    /// A block against an attack (拦) [Asian, art. 34; Chinese, art. 28.7].
    Block,
    /// Following a guarded man (跟) [Chinese, art. 28.8].
    Follow,
    /// None of these (闲).
    Idle,
}

/// A man and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// Which man.
    pub piece: Piece,
    /// Its point.
    pub square: Square,
}

/// How a move made an attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Means {
    /// The moved man attacks.
    Direct,
    /// The move opened a line, freed a leg or gave or took a screen [Asian, art. 20, 21].
    Discovered,
    /// The attacker was bound to its king and is free now.
    Freed,
    /// The victim lost its root: the root was cut off or may not take back any more [Asian, art. 29].
    RootLost,
}

/// A man that a move attacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// Who would capture.
    pub attacker: Man,
    /// Who would be captured.
    pub victim: Man,
    /// Why the victim counts as unprotected; `None` when it does not.
    pub unprotected: Option<Unprotected>,
    /// How the attack came about.
    pub means: Means,
    /// Whether every move of the side attacks this man.
    pub every_move: bool,
    /// Which man the attacker is: where it stood at the beginning of the cycle.
    pub(super) attacker_id: Square,
    /// Several men other than king and soldiers could take the victim [Asian, art. 30].
    pub(super) is_joint: bool,
    /// The victim is a rook that a cannon of the attackers holds on its line [Asian, art. 22].
    pub(super) on_held_rook: bool,
    /// The victim is a rook that holds, together with a cannon, a rook before the attackers' king [Asian, art. 32].
    pub(super) on_holding_rook: bool,
}

/// What a move is besides its class: several things at once, of which the class is the gravest. Nothing after a
/// check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Also {
    /// It threatens mate [Asian, art. 4].
    pub(super) threatens_mate: bool,
    /// It threatens, anew, to win a man by way of check [Asian, art. 8, 11, 33].
    pub(super) threatens_by_check: bool,
    /// The enemy men to which it offers, anew, a man of their kind [Asian, art. 31].
    pub(super) offered: Bitboard,
    /// The moved man is a rook that a cannon holds on its line [Asian, art. 22].
    pub(super) by_held_rook: bool,
}

/// What the move is besides its class.
pub(super) fn besides(turn: &mut Turn, before: &mut Position) -> Also {
    if turn.gives_check {
        return Also::default();
    }
    let all = chaseable(&turn.after, !turn.mover);
    let takers = turn.after.side(turn.mover);
    let captures = new_captures(turn, before, all, takers);
    let offers = captures.into_iter().filter(|&mv| is_offer(&mut turn.after, mv));
    let offered = offers.map(|mv| mv.to()).collect();
    Also {
        threatens_mate: mates_by_checks(&mut turn.after),
        threatens_by_check: wins_by_checks(&mut turn.after, all) && !wins_by_checks(before, all),
        offered,
        by_held_rook: is_held_by_cannon(&turn.after, turn.mv.to()),
    }
}

/// The class of a move under `rules`, with the attacks that make it so.
pub(super) fn describe(turn: &mut Turn, before: &mut Position, rules: RuleSet) -> (MoveClass, Vec<Attack>) {
    if turn.gives_check {
        return (MoveClass::Check, Vec::new());
    }
    let all = chaseable(&turn.after, !turn.mover);
    let (class, captures) = match rules {
        RuleSet::Chinese => chinese_class(turn, before, all),
        RuleSet::League => chase_or_idle(league_captures(turn, all)),
        _ => chase_or_idle(asian_captures(turn, before, all)),
    };
    let (class, captures) = match class {
        MoveClass::Idle => quiet_class(turn, before, all, rules),
        _ => (class, captures),
    };
    (class, attacks_of(turn, before, &captures, rules))
}

fn chase_or_idle(captures: Vec<Move>) -> (MoveClass, Vec<Move>) {
    (if captures.is_empty() { MoveClass::Idle } else { MoveClass::Chase }, captures)
}

/// The winning captures that make a move a chase by the Asian articles.
fn asian_captures(turn: &mut Turn, before: &mut Position, all: Bitboard) -> Vec<Move> {
    let victims = asian::new_chases(turn, before, all);
    let takers = super::protection::chasers(&turn.after, turn.mover);
    winning(&mut turn.after, victims, takers, asian::wins)
}

/// The captures that make a move a chase in the league.
fn league_captures(turn: &mut Turn, all: Bitboard) -> Vec<Move> {
    let from = turn.mv.to();
    league::chases(turn, all).into_iter().filter_map(|to| Move::new(from, to)).collect()
}

/// The class by the Chinese rules where it is more than idle, and the winning captures.
fn chinese_class(turn: &mut Turn, before: &mut Position, all: Bitboard) -> (MoveClass, Vec<Move>) {
    let class = chinese::class(turn, before);
    let soldiers = class == chinese::Class::SoldierChase;
    let victims = chinese::new_threats(turn, before, all, soldiers);
    let takers = chinese::takers(&turn.after, soldiers);
    let captures = winning(&mut turn.after, victims, takers, chinese::wins);
    let class = match class {
        chinese::Class::Check => MoveClass::Check,
        chinese::Class::Kill => MoveClass::Kill,
        chinese::Class::Chase if mates_by_checks(&mut turn.after) => MoveClass::Kill,
        chinese::Class::Chase => MoveClass::Chase,
        chinese::Class::SoldierChase => MoveClass::LoneAttack,
        chinese::Class::Idle => MoveClass::Idle,
    };
    (class, captures)
}

/// The captures of `victims` by `takers` that `wins` approves of.
fn winning(
    position: &mut Position,
    victims: Bitboard,
    takers: Bitboard,
    wins: fn(&mut Position, Move) -> bool,
) -> Vec<Move> {
    victims
        .into_iter()
        .flat_map(|victim| captures(position, victim, takers))
        .collect::<Vec<_>>()
        .into_iter()
        .filter(|&mv| wins(position, mv))
        .collect()
}

/// The class of a move that neither checks nor chases.
fn quiet_class(
    turn: &mut Turn,
    before: &mut Position,
    all: Bitboard,
    rules: RuleSet,
) -> (MoveClass, Vec<Move>) {
    if mates_by_checks(&mut turn.after) {
        return (MoveClass::Kill, Vec::new());
    }
    let royal = turn.after.kind(Kind::King) | turn.after.kind(Kind::Pawn);
    let attacked = new_captures(turn, before, all, royal);
    let wins = if rules == RuleSet::Chinese { chinese::wins } else { asian::wins };
    let alone: Vec<Move> = attacked.into_iter().filter(|&mv| wins(&mut turn.after, mv)).collect();
    if !alone.is_empty() {
        return (MoveClass::LoneAttack, alone);
    }
    // Under the Chinese rules this is a chase, and has been asked for already.
    let by_checks = |position: &mut Position| wins_by_checks(position, all);
    if rules != RuleSet::Chinese && by_checks(&mut turn.after) && !by_checks(before) {
        return (MoveClass::CheckThreat, Vec::new());
    }
    let attacked = new_captures(turn, before, all, !royal);
    let offers = attacked.iter().copied().filter(|&mv| is_exchange(&mut turn.after, mv)).collect::<Vec<_>>();
    let offers = offers.into_iter().map(|mv| (mv.from() != turn.mv.to(), offer_class(turn, mv), mv));
    // That of the moved man first; which square comes first must not matter.
    if let Some((_, class, offer)) = offers.min_by_key(|&(is_other, class, _)| (is_other, class)) {
        return (class, vec![offer]);
    }
    if blocks(turn, before) {
        return (MoveClass::Block, Vec::new());
    }
    if is_given_up(turn) {
        return (MoveClass::Sacrifice, Vec::new());
    }
    let class = if attacked.is_empty() { MoveClass::Idle } else { MoveClass::Follow };
    (class, attacked)
}

/// The captures of the men on `victims` by `takers` that the move made possible.
fn new_captures(turn: &Turn, before: &Position, victims: Bitboard, takers: Bitboard) -> Vec<Move> {
    let takers = takers & turn.after.side(turn.mover);
    let checks = before.checks();
    let was_possible = |mv: Move| before.is_pseudo_legal(mv) && before.is_legal(mv, &checks);
    let now = victims.into_iter().flat_map(|victim| captures(&turn.after, victim, takers));
    now.filter(|&mv| mv.from() == turn.mv.to() || !was_possible(mv)).collect()
}

/// Whether a capture exchanges men of equal worth, or could be answered in kind [Chinese, art. 28.5].
fn is_exchange(position: &mut Position, capture: Move) -> bool {
    is_offer(position, capture) || {
        let worth = |square| Balance::default().won(position.piece_on(square), square);
        worth(capture.from()) == worth(capture.to())
    }
}

/// An offer of like men is an exchange when the attacker is guarded, and a sacrifice when it is not
/// [Asian, art. 19; Chinese, art. 28.6].
fn offer_class(turn: &mut Turn, capture: Move) -> MoveClass {
    if !is_offer(&mut turn.after, capture) {
        return MoveClass::Exchange;
    }
    let Some(back) = Move::new(capture.to(), capture.from()) else { return MoveClass::Exchange };
    turn.after.pass();
    let is_guarded = unprotected(&mut turn.after, back).is_none();
    turn.after.pass();
    if is_guarded { MoveClass::Exchange } else { MoveClass::Sacrifice }
}

/// Whether the moved man stands between an enemy man and what it threatened: it went to a point that the enemy
/// could have gone to or that is its leg, and a check, a mate threat or the threat to win a man is gone.
fn blocks(turn: &mut Turn, before: &mut Position) -> bool {
    let point = turn.mv.to();
    let in_the_way = before.side(!turn.mover).into_iter().any(|square| {
        before.piece_on(square).is_some_and(|piece| {
            let lines = before.targets(piece, square);
            let leaps = piece.kind() == Kind::Knight && attacks::cross(square).has(point);
            lines.has(point) || (leaps && attacks::between(square, point).is_empty())
        })
    });
    if !in_the_way || turn.mv.from() == before.king(turn.mover) {
        return false;
    }
    if before.is_in_check() {
        return true;
    }
    // A man that runs away blocks nothing by that.
    let own = chaseable(before, turn.mover) & !Bitboard::of(turn.mv.from());
    let threatens = |position: &mut Position| {
        position.pass();
        let threatens = mates_by_checks(position) || !asian::threats(position, own).is_empty();
        position.pass();
        threatens
    };
    threatens(before) && !threatens(&mut turn.after)
}

/// Whether the moved man can be taken for nothing where it stands now [Chinese, art. 28.6].
fn is_given_up(turn: &mut Turn) -> bool {
    turn.after.pass();
    let enemies = turn.after.side(!turn.mover);
    let given_up = captures(&turn.after, turn.mv.to(), enemies)
        .into_iter()
        .any(|mv| unprotected(&mut turn.after, mv).is_some());
    turn.after.pass();
    given_up
}

/// The captures as attacks, with the reasons.
fn attacks_of(turn: &mut Turn, before: &mut Position, captures: &[Move], rules: RuleSet) -> Vec<Attack> {
    let man = |square| turn.after.piece_on(square).map(|piece| Man { piece, square });
    let men: Vec<_> =
        captures.iter().filter_map(|mv| man(mv.from()).zip(man(mv.to())).zip(Some(*mv))).collect();
    let chasers = chasers(&turn.after, turn.mover);
    let takers = |square| self::captures(&turn.after, square, chasers);
    let joint: Vec<bool> = captures.iter().map(|mv| takers(mv.to()).len() > 1).collect();
    men.into_iter()
        .zip(joint)
        .map(|(((attacker, victim), mv), is_joint)| Attack {
            attacker,
            victim,
            unprotected: why_unprotected(&mut turn.after, mv, rules),
            means: means(turn, before, mv),
            every_move: false,
            attacker_id: attacker.square,
            is_joint,
            on_held_rook: is_held_by_cannon(&turn.after, victim.square),
            on_holding_rook: holds_with_cannon(&turn.after, victim.square, turn.mover),
        })
        .collect()
}

/// Why the man that `capture` takes counts as unprotected under `rules`.
fn why_unprotected(position: &mut Position, capture: Move, rules: RuleSet) -> Option<Unprotected> {
    if is_offer(position, capture) {
        return None;
    }
    unprotected(position, capture).or_else(|| {
        let worth = |square| Balance::default().won(position.piece_on(square), square);
        let costlier = worth(capture.to()).outweighs(worth(capture.from()));
        let gains = rules == RuleSet::Chinese && capture_gains(position, capture, Balance::default());
        gains.then_some(if costlier { Unprotected::Costlier } else { Unprotected::TooFewRoots })
    })
}

/// How the move made `capture` a threat.
fn means(turn: &Turn, before: &mut Position, capture: Move) -> Means {
    if capture.from() == turn.mv.to() {
        Means::Direct
    } else if !before.is_pseudo_legal(capture) {
        Means::Discovered
    } else if !before.is_legal(capture, &before.checks()) {
        Means::Freed
    } else {
        Means::RootLost
    }
}
