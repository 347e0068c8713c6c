//! Which article a ruling rests on.
//!
//! The verdict never depends on this choice: it comes from the conducts. The article is the one that speaks most
//! closely of what happened.

use super::articles::{self, Article};
use super::asian_grounds;
use super::describe::{Attack, Man, MoveClass};
use super::ruling::{MoveAccount, SideAccount};
use super::{Conduct, RuleSet};
use crate::types::{Color, Kind};

/// The article that decides about a cycle.
pub(super) fn of_ruling(rules: RuleSet, sides: &[SideAccount; 2], moves: &[MoveAccount]) -> Article {
    match rules {
        RuleSet::Asian | RuleSet::World => asian_grounds::of_ruling(sides, moves),
        RuleSet::Chinese => of_chinese_ruling(sides, moves),
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

/// Perpetual check first; then what is said of indirect chases, and of kings and soldiers that are excused; the
/// general article when none of them speaks of what happened.
fn of_chinese_ruling(sides: &[SideAccount; 2], moves: &[MoveAccount]) -> Article {
    let every_move = |color, holds: &dyn Fn(&MoveAccount) -> bool| {
        moves.iter().filter(|account| account.mover == color).all(holds)
    };
    let attack_alone = |kind| {
        let alone = |it: &MoveAccount| it.class == MoveClass::LoneAttack && it.man.piece.kind() == kind;
        Color::ALL.into_iter().any(|color| every_move(color, &alone))
    };
    match [sides[0].conduct, sides[1].conduct] {
        [Conduct::PerpetualCheck, Conduct::PerpetualCheck] => articles::CHINESE_MUTUAL,
        [Conduct::PerpetualCheck, _] | [_, Conduct::PerpetualCheck] => articles::CHINESE_CHECK,
        [Conduct::Free, Conduct::Free] => match () {
            () if attack_alone(Kind::King) => articles::chinese_class(MoveClass::LoneAttack, Kind::King),
            () if attack_alone(Kind::Pawn) => articles::chinese_class(MoveClass::LoneAttack, Kind::Pawn),
            () => articles::CHINESE_ALLOWED,
        },
        [Conduct::Free, _] | [_, Conduct::Free] => {
            let offender = if sides[0].conduct == Conduct::Free { Color::Black } else { Color::Red };
            let indirect = |it: &MoveAccount| it.class == MoveClass::Chase && it.attacks.is_empty();
            let chases = every_move(offender, &|it| it.class == MoveClass::Chase);
            if chases && moves.iter().any(|it| it.mover == offender && indirect(it)) {
                articles::CHINESE_INDIRECT
            } else {
                articles::CHINESE_OFFENCE
            }
        }
        _ if attack_alone(Kind::Pawn) => articles::chinese_class(MoveClass::LoneAttack, Kind::Pawn),
        _ => articles::CHINESE_MUTUAL,
    }
}

fn of_asian_move(man: Man, class: MoveClass, attacks: &[Attack]) -> Article {
    Article::asian(match class {
        MoveClass::Check => 1,
        MoveClass::Kill => 4,
        MoveClass::Chase => {
            return attacks.first().map_or(articles::WORLD_OFFENCE, asian_grounds::of_attack);
        }
        MoveClass::LoneAttack if man.piece.kind() == Kind::King => 23,
        MoveClass::LoneAttack => 24,
        MoveClass::CheckThreat => 33,
        MoveClass::Block => 34,
        MoveClass::Exchange | MoveClass::Sacrifice => 35,
        MoveClass::Follow | MoveClass::Idle => return articles::WORLD_DRAW,
    })
}
