//! A ruling with its reasons: what came round, what every move of it was, which article applies.

use super::articles::Article;
use super::describe::{Also, Attack, Man, MoveClass, besides, describe};
use super::grounds;
use super::rewind::Rewind;
use super::{Conduct, Cycle, Game, Reason, RuleSet, Verdict};
use crate::types::{Color, Move, Square};

/// How a game stands, with all reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The rules applied.
    pub rules: RuleSet,
    /// The verdict: that of [`Game::verdict`].
    pub verdict: Verdict,
    /// What brought it about.
    pub reason: Reason,
    /// How often the position has stood on the board, now included; 1 when it is no repetition.
    pub occurrences: usize,
    /// The moves that came round, when the position is a repetition, whether it is ruled on yet or not.
    pub account: Option<Account>,
}

/// What happened in a cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The whole stretch that is judged.
    pub cycle: Cycle,
    /// Number of its first half-move, 1 for the first of the game.
    pub first_ply: usize,
    /// How the stretch is judged; what the verdict is or, too early for one, would be.
    pub verdict: Verdict,
    /// The article that decides.
    pub article: Article,
    /// What Red and Black did.
    pub sides: [SideAccount; 2],
    /// The moves that came round: the first turn of them, when all turns are alike.
    pub moves: Vec<MoveAccount>,
}

/// What one side did in a cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideAccount {
    /// What weighs in the verdict.
    pub conduct: Conduct,
    /// How many moves of each class there are among [`Account::moves`], the gravest first.
    pub classes: Vec<(MoveClass, usize)>,
    /// The men that every move attacks, where they stand at the beginning.
    pub chased: Vec<Man>,
}

/// One move of a cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveAccount {
    /// The move.
    pub mv: Move,
    /// Its number, 1 for the first half-move of the game.
    pub ply: usize,
    /// Who made it.
    pub mover: Color,
    /// The man that moved, where it stood before.
    pub man: Man,
    /// What the move is.
    pub class: MoveClass,
    /// The men it attacks; those that every move attacks come first, then attacks by the moved man.
    pub attacks: Vec<Attack>,
    /// The article that says what such a move is worth.
    pub article: Article,
    /// What it is besides its class.
    pub(super) also: Also,
}

impl Game {
    /// How the game stands under `rules`, with all reasons. Takes longer than [`Game::verdict`], and always
    /// agrees with it.
    pub fn ruling(&self, rules: RuleSet, quiet_limit: Option<usize>) -> Ruling {
        let (verdict, reason) = self.verdict(rules, quiet_limit);
        let account = self.cycle(rules.occurrences()).map(|cycle| self.account(cycle, rules));
        Ruling { rules, verdict, reason, occurrences: self.occurrences(), account }
    }

    fn account(&self, cycle: Cycle, rules: RuleSet) -> Account {
        let mut moves = self.describe_moves(cycle, rules);
        let chased = follow_men(&mut moves);
        for account in &mut moves {
            account.article = grounds::of_move(rules, account.man, account.class, &account.attacks);
        }
        let conducts = self.conducts(cycle, rules);
        // One turn tells all, unless like men change places in it.
        let turn = self.turn(cycle);
        if self.conducts(turn, rules) == conducts {
            moves.truncate(turn.length);
        }
        let sides = Color::ALL.map(|color| SideAccount {
            conduct: conducts[color.index()],
            classes: count_classes(&moves, color),
            chased: chased[color.index()].clone(),
        });
        let verdict = self.judge(cycle, rules);
        let article = grounds::of_ruling(rules, &sides, &moves);
        let first_ply = self.ply() - cycle.length + 1;
        Account { cycle, first_ply, verdict, article, sides, moves }
    }

    /// Describes the moves of a cycle, in the order in which they were made.
    fn describe_moves(&self, cycle: Cycle, rules: RuleSet) -> Vec<MoveAccount> {
        let mut rewind = Rewind::new(self, cycle);
        let mut ply = self.ply();
        let mut moves = Vec::with_capacity(cycle.length);
        while let Some(mut turn) = rewind.take_back() {
            let (class, attacks) = describe(&mut turn, &mut rewind.before, rules);
            if let Some(piece) = rewind.before.piece_on(turn.mv.from()) {
                let man = Man { piece, square: turn.mv.from() };
                // Chosen anew once it is known which attacks last.
                let article = grounds::of_move(rules, man, class, &attacks);
                let also = besides(&mut turn, &mut rewind.before);
                let (mv, mover) = (turn.mv, turn.mover);
                moves.push(MoveAccount { mv, ply, mover, man, class, attacks, article, also });
            }
            ply -= 1;
        }
        moves.reverse();
        moves
    }
}

/// Follows the men through the moves: tells the attackers apart, marks the attacks on men that every move of a
/// side attacks, and returns those men.
fn follow_men(moves: &mut [MoveAccount]) -> [Vec<Man>; 2] {
    // Which man stands on a square, named by where it stood at the beginning.
    let beginning: [Square; Square::COUNT] = std::array::from_fn(Square::new);
    let mut man_on = beginning;
    let mut chased: [Option<Vec<Man>>; 2] = [None, None];
    for account in moves.iter_mut() {
        man_on.swap(account.mv.from().index(), account.mv.to().index());
        for attack in &mut account.attacks {
            attack.attacker_id = man_on[attack.attacker.square.index()];
        }
        let id = |attack: &Attack| Man {
            square: man_on[attack.victim.square.index()],
            piece: attack.victim.piece,
        };
        let victims: Vec<Man> = account.attacks.iter().map(id).collect();
        match &mut chased[account.mover.index()] {
            Some(chased) => chased.retain(|man| victims.contains(man)),
            unset => *unset = Some(victims),
        }
    }
    let chased = chased.map(|men| {
        let mut men = men.unwrap_or_default();
        men.sort_by_key(|man| man.square);
        men.dedup();
        men
    });
    let mut man_on = beginning;
    for account in moves {
        man_on.swap(account.mv.from().index(), account.mv.to().index());
        let chased = &chased[account.mover.index()];
        for attack in &mut account.attacks {
            let square = man_on[attack.victim.square.index()];
            attack.every_move = chased.iter().any(|man| man.square == square);
        }
        // By kinds and not by squares: the mirror image of a game gets the mirror image of its ruling.
        let kind = |man: Man| man.piece.kind().index();
        account.attacks.sort_by_key(|it| (!it.every_move, it.means, kind(it.victim), kind(it.attacker)));
    }
    chased
}

/// How many moves of each class `color` made, the gravest class first.
fn count_classes(moves: &[MoveAccount], color: Color) -> Vec<(MoveClass, usize)> {
    let mut classes: Vec<(MoveClass, usize)> = Vec::new();
    for account in moves.iter().filter(|account| account.mover == color) {
        match classes.iter_mut().find(|(class, _)| *class == account.class) {
            Some((_, count)) => *count += 1,
            None => classes.push((account.class, 1)),
        }
    }
    classes.sort();
    classes
}
