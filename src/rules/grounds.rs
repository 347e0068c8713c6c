//! Which article a ruling rests on.
//!
//! The verdict never depends on this choice: it comes from the conducts. The article is the one that speaks most
//! closely of what happened.

use super::articles::{self, Article};
use super::describe::{Attack, Man, Means, MoveClass};
use super::ruling::{MoveAccount, SideAccount};
use super::{Conduct, RuleSet, Unprotected};
use crate::types::{Color, Kind};

/// The article that decides about a cycle.
pub(super) fn of_ruling(rules: RuleSet, sides: &[SideAccount; 2], moves: &[MoveAccount]) -> Article {
    let conducts = [sides[0].conduct, sides[1].conduct];
    match rules {
        RuleSet::Asian | RuleSet::World => of_asian_ruling(sides, moves),
        RuleSet::Chinese => of_chinese_ruling(conducts),
        RuleSet::League => articles::LEAGUE,
        RuleSet::CheckBan => articles::CHECK_BAN,
        RuleSet::AlwaysDraw => articles::ALWAYS_DRAW,
    }
}

/// The article that says what a move of this class is.
pub(super) fn of_move(rules: RuleSet, man: Man, class: MoveClass, attacks: &[Attack]) -> Article {
    match rules {
        RuleSet::Asian | RuleSet::World => of_asian_move(man, class, attacks),
        RuleSet::Chinese if class == MoveClass::Chase && attacks.is_empty() => articles::CHINESE_INDIRECT,
        RuleSet::Chinese => articles::chinese_class(class, man.piece.kind()),
        RuleSet::League => articles::LEAGUE,
        RuleSet::CheckBan => articles::CHECK_BAN,
        RuleSet::AlwaysDraw => articles::ALWAYS_DRAW,
    }
}

fn of_chinese_ruling(conducts: [Conduct; 2]) -> Article {
    match conducts {
        [Conduct::PerpetualCheck, Conduct::PerpetualCheck] => articles::CHINESE_MUTUAL,
        [Conduct::PerpetualCheck, _] | [_, Conduct::PerpetualCheck] => articles::CHINESE_CHECK,
        [Conduct::Free, Conduct::Free] => articles::CHINESE_ALLOWED,
        [Conduct::Free, _] | [_, Conduct::Free] => articles::CHINESE_OFFENCE,
        _ => articles::CHINESE_MUTUAL,
    }
}

fn of_asian_move(man: Man, class: MoveClass, attacks: &[Attack]) -> Article {
    Article::asian(match class {
        MoveClass::Check => 1,
        MoveClass::Kill => 4,
        MoveClass::Chase => {
            return attacks.first().map_or(articles::WORLD_OFFENCE, |first| of_attack(&[first]));
        }
        MoveClass::LoneAttack if man.piece.kind() == Kind::King => 23,
        MoveClass::LoneAttack => 24,
        MoveClass::CheckThreat => 33,
        MoveClass::Block => 34,
        MoveClass::Exchange | MoveClass::Sacrifice => 35,
        MoveClass::Follow | MoveClass::Idle => return articles::WORLD_DRAW,
    })
}

fn of_asian_ruling(sides: &[SideAccount; 2], moves: &[MoveAccount]) -> Article {
    let [red, black] = [sides[0].conduct, sides[1].conduct];
    let (graver, other) = if red >= black { (Color::Red, &sides[1]) } else { (Color::Black, &sides[0]) };
    match (red.max(black), red.min(black)) {
        (Conduct::PerpetualCheck, Conduct::PerpetualCheck) => Article::asian(2),
        (Conduct::PerpetualCheck, Conduct::Free) if count(other, MoveClass::Check) > 0 => Article::asian(3),
        (Conduct::PerpetualCheck, _) => Article::asian(1),
        (Conduct::Free, _) => of_free_sides(sides, moves),
        (Conduct::HeldRookChase, least) if least < Conduct::HeldRookChase => Article::asian(14),
        (_, Conduct::Free) => of_chase(graver, moves),
        _ => of_mutual_chase(moves),
    }
}

fn count(side: &SideAccount, class: MoveClass) -> usize {
    side.classes.iter().find(|entry| entry.0 == class).map_or(0, |entry| entry.1)
}

/// The attacks of `color` on a man that it chases by every move, one for each move: by the same man, when one
/// joins in all of them.
fn lasting_attacks(color: Color, moves: &[MoveAccount]) -> Vec<&Attack> {
    let own = || moves.iter().filter(|account| account.mover == color);
    let lasting =
        |account: &'_ MoveAccount| account.attacks.iter().filter(|attack| attack.every_move).count();
    let by = |id| {
        move |account: &&MoveAccount| account.attacks.iter().any(|it| it.every_move && it.attacker_id == id)
    };
    let first = own().next().map_or(&[][..], |account| &account.attacks[..lasting(account)]);
    let common =
        first.iter().map(|attack| attack.attacker_id).find(|&id| own().all(|account| by(id)(&account)));
    own()
        .filter_map(|account| {
            let attacks = &account.attacks[..lasting(account)];
            attacks.iter().find(|attack| Some(attack.attacker_id) == common).or(attacks.first())
        })
        .collect()
}

/// Both chase.
fn of_mutual_chase(moves: &[MoveAccount]) -> Article {
    let victims =
        Color::ALL.map(|color| lasting_attacks(color, moves).first().map(|it| it.victim.piece.kind()));
    match victims {
        [Some(Kind::Rook), Some(Kind::Knight)] | [Some(Kind::Knight), Some(Kind::Rook)] => Article::asian(17),
        _ => articles::WORLD_MUTUAL,
    }
}

/// Only `color` chases.
fn of_chase(color: Color, moves: &[MoveAccount]) -> Article {
    let with_help = moves
        .iter()
        .filter(|account| account.mover == color)
        .all(|account| matches!(account.man.piece.kind(), Kind::King | Kind::Pawn));
    if with_help { Article::asian(25) } else { of_attack(&lasting_attacks(color, moves)) }
}

/// The article about attacks on one man, one for each move.
fn of_attack(attacks: &[&Attack]) -> Article {
    let Some(first) = attacks.first() else { return articles::WORLD_OFFENCE };
    let all_by = |kind| attacks.iter().all(|attack| attack.attacker.piece.kind() == kind);
    let one_attacker = attacks.iter().all(|attack| attack.attacker_id == first.attacker_id);
    let by_screen = all_by(Kind::Cannon) && attacks.iter().all(|attack| attack.means == Means::Discovered);
    let on_false_root = |attack: &&&Attack| matches!(attack.unprotected, Some(Unprotected::FalseRoot { .. }));
    let number = match first.victim.piece.kind() {
        Kind::Rook if by_screen => 21,
        Kind::Rook if all_by(Kind::Cannon) => 9,
        Kind::Rook if all_by(Kind::Knight) && one_attacker => 16,
        Kind::Rook
            if attacks.iter().all(|it| matches!(it.attacker.piece.kind(), Kind::Knight | Kind::Cannon)) =>
        {
            15
        }
        kind if all_by(kind) && one_attacker => 19,
        Kind::Knight if all_by(Kind::Rook) && one_attacker => 18,
        _ if attacks.iter().any(|attack| on_false_root(&attack)) => 29,
        _ if !one_attacker => 28,
        Kind::Cannon if all_by(Kind::Rook) => 13,
        Kind::Pawn if all_by(Kind::Rook) => 26,
        _ if by_screen => 20,
        _ => return articles::WORLD_OFFENCE,
    };
    Article::asian(number)
}

/// The articles that [`of_free_sides`] chooses from, those about conduct that comes closest to an offence first.
const FREE: [usize; 13] = [7, 6, 23, 24, 10, 27, 12, 8, 11, 33, 4, 35, 34];

/// Neither side did anything forbidden: the article about what the busier side did.
fn of_free_sides(sides: &[SideAccount; 2], moves: &[MoveAccount]) -> Article {
    let only = |side: &SideAccount, class| side.classes.len() == 1 && count(side, class) > 0;
    let both = |side: &SideAccount, one, other| {
        side.classes.len() == 2 && count(side, one) > 0 && count(side, other) > 0
    };
    if sides.iter().all(|side| only(side, MoveClass::Kill)) {
        return Article::asian(5);
    }
    let of_side = |(side, color): (&SideAccount, Color)| {
        Some(match () {
            () if only(side, MoveClass::Kill) => 4,
            () if both(side, MoveClass::Check, MoveClass::Kill) => 6,
            () if both(side, MoveClass::Check, MoveClass::Chase) => 7,
            () if count(side, MoveClass::Check) > 0 => 8,
            () if both(side, MoveClass::Chase, MoveClass::CheckThreat) => 11,
            () if only(side, MoveClass::CheckThreat) => 33,
            () if only(side, MoveClass::Chase) => of_changing_chase(color, moves),
            () if count(side, MoveClass::LoneAttack) > 0 => of_lone_attack(moves),
            () if only(side, MoveClass::Block) => 34,
            () if only(side, MoveClass::Exchange) || only(side, MoveClass::Sacrifice) => 35,
            () if both(side, MoveClass::Exchange, MoveClass::Sacrifice) => 35,
            () if count(side, MoveClass::Follow) > 0 && follows_cannon(moves) => 12,
            () => return None,
        })
    };
    // Where both sides give cause for an article, colour does not decide between them.
    let articles = sides.iter().zip(Color::ALL).filter_map(of_side);
    let weightiest = articles.min_by_key(|&article| FREE.iter().position(|&other| other == article));
    weightiest.map_or(articles::WORLD_DRAW, Article::asian)
}

/// Every move of the side chases, and yet not one man: one or two men after several.
fn of_changing_chase(color: Color, moves: &[MoveAccount]) -> usize {
    let own = moves.iter().filter(|account| account.mover == color);
    let cannons_after_rooks = own.flat_map(|account| &account.attacks).all(|attack| {
        attack.attacker.piece.kind() == Kind::Cannon && attack.victim.piece.kind() == Kind::Rook
    });
    if cannons_after_rooks { 10 } else { 27 }
}

/// A king or soldier attacks on its own.
fn of_lone_attack(moves: &[MoveAccount]) -> usize {
    let by_king = |account: &MoveAccount| {
        account.class == MoveClass::LoneAttack && account.man.piece.kind() == Kind::King
    };
    if moves.iter().any(by_king) { 23 } else { 24 }
}

/// A rook goes after a cannon that has a root.
fn follows_cannon(moves: &[MoveAccount]) -> bool {
    let attacks =
        moves.iter().filter(|account| account.class == MoveClass::Follow).flat_map(|it| &it.attacks);
    let mut kinds = attacks.map(|attack| (attack.attacker.piece.kind(), attack.victim.piece.kind()));
    kinds.any(|kinds| kinds == (Kind::Rook, Kind::Cannon))
}
