//! Which of the Asian articles a ruling rests on.
//!
//! Two lists, one of what is forbidden and one of what is allowed, each with one condition for an article. The
//! first article whose condition holds is cited, so the lists begin with the articles that say most exactly what
//! they speak of: a bound rook before any rook, a screen that moves before the man that attacks, a lost root
//! before the kinds of the men, certain kinds before any.

use super::articles::{self, Article};
use super::describe::{Attack, Means, MoveClass};
use super::ruling::{MoveAccount, SideAccount};
use super::{Conduct, Unprotected};
use crate::types::{Color, Kind};

/// The article that decides about a cycle.
pub(super) fn of_ruling(sides: &[SideAccount; 2], moves: &[MoveAccount]) -> Article {
    let [red, black] = [sides[0].conduct, sides[1].conduct];
    let graver = if red >= black { Color::Red } else { Color::Black };
    match (red.max(black), red.min(black)) {
        (Conduct::PerpetualCheck, Conduct::PerpetualCheck) => Article::asian(2),
        (Conduct::PerpetualCheck, Conduct::Free) if Side::new(!graver, moves).has(MoveClass::Check) => {
            Article::asian(3)
        }
        (Conduct::PerpetualCheck, _) => Article::asian(1),
        (Conduct::Free, _) => of_free_sides(moves),
        (Conduct::HeldRookChase, least) if least < Conduct::HeldRookChase => Article::asian(14),
        (_, Conduct::Free) => Chase::lasting(graver, moves).article(),
        _ => of_mutual_chase(moves),
    }
}

/// The article about one attack by itself.
pub(super) fn of_attack(attack: &Attack) -> Article {
    Chase { attacks: vec![attack], moves: Vec::new() }.article()
}

/// Both chase.
fn of_mutual_chase(moves: &[MoveAccount]) -> Article {
    let victims = Color::ALL.map(|color| Chase::lasting(color, moves).victim());
    match victims {
        [Some(Kind::Rook), Some(Kind::Knight)] | [Some(Kind::Knight), Some(Kind::Rook)] => Article::asian(17),
        _ => articles::WORLD_MUTUAL,
    }
}

/// A chase of one man: one attack for each move.
struct Chase<'a> {
    attacks: Vec<&'a Attack>,
    moves: Vec<&'a MoveAccount>,
}

/// Whether an article speaks of a chase.
type OfChase = fn(&Chase) -> bool;

/// The articles about a chase of one man, in order of precedence.
const FORBIDDEN: [(usize, OfChase); 16] = [
    (32, |chase| chase.is_of_holding_rook()),
    (22, |chase| chase.is_of_held_rook()),
    (31, |chase| chase.offers_exchange()),
    (21, |chase| chase.is_of_rook_by_screen()),
    (20, |chase| chase.is_by_screen()),
    (29, |chase| chase.takes_root_away()),
    (25, |chase| chase.is_by_king_or_soldier_with_help()),
    (9, |chase| chase.is_of(Kind::Rook) && chase.all_by(Kind::Cannon)),
    (16, |chase| chase.is_of(Kind::Rook) && chase.all_by(Kind::Knight) && chase.is_by_one_man()),
    (15, |chase| chase.is_of_rook_by_knights_and_cannons()),
    (19, |chase| chase.is_of_like_man()),
    (18, |chase| chase.is_of(Kind::Knight) && chase.all_by(Kind::Rook) && chase.is_by_one_man()),
    (29, |chase| chase.is_on_false_root()),
    (28, |chase| !chase.is_by_one_man()),
    (13, |chase| chase.is_of(Kind::Cannon) && chase.all_by(Kind::Rook)),
    (26, |chase| chase.is_of(Kind::Pawn) && chase.all_by(Kind::Rook)),
];

impl<'a> Chase<'a> {
    /// The attacks of `color` on a man that it chases by every move: by the same man, when one joins in all of
    /// them.
    fn lasting(color: Color, moves: &'a [MoveAccount]) -> Chase<'a> {
        let moves: Vec<_> = moves.iter().filter(|account| account.mover == color).collect();
        let lasting = |account: &'a MoveAccount| account.attacks.iter().filter(|attack| attack.every_move);
        let joins = |id| moves.iter().all(|account| lasting(account).any(|attack| attack.attacker_id == id));
        let first = moves.first().into_iter().flat_map(|account| lasting(account));
        let common = first.map(|attack| attack.attacker_id).find(|&id| joins(id));
        let choose = |account: &&'a MoveAccount| {
            let by_common = lasting(account).find(|attack| Some(attack.attacker_id) == common);
            by_common.or_else(|| lasting(account).next())
        };
        Chase { attacks: moves.iter().filter_map(choose).collect(), moves }
    }

    fn article(&self) -> Article {
        if self.attacks.is_empty() {
            return articles::WORLD_OFFENCE;
        }
        let cited = FORBIDDEN.iter().find(|(_, holds)| holds(self)).map(|entry| entry.0);
        cited.map_or(articles::WORLD_OFFENCE, Article::asian)
    }

    fn victim(&self) -> Option<Kind> {
        self.attacks.first().map(|attack| attack.victim.piece.kind())
    }

    fn is_of(&self, kind: Kind) -> bool {
        self.victim() == Some(kind)
    }

    fn all(&self, holds: impl Fn(&Attack) -> bool) -> bool {
        self.attacks.iter().all(|attack| holds(attack))
    }

    fn all_by(&self, kind: Kind) -> bool {
        self.all(|attack| attack.attacker.piece.kind() == kind)
    }

    fn is_by_one_man(&self) -> bool {
        self.all(|attack| attack.attacker_id == self.attacks[0].attacker_id)
    }

    /// Art. 32: a knight or cannon chases the rook that holds, with a cannon, a rook before the chaser's king.
    fn is_of_holding_rook(&self) -> bool {
        let light = |kind| matches!(kind, Kind::Knight | Kind::Cannon);
        self.all(|attack| attack.on_holding_rook && light(attack.attacker.piece.kind()))
    }

    /// Art. 22: the rook is held on its line by a cannon all the time.
    fn is_of_held_rook(&self) -> bool {
        self.all(|attack| attack.on_held_rook)
    }

    /// Art. 31: a move offers an exchange for the chased man besides.
    fn offers_exchange(&self) -> bool {
        self.moves.iter().any(|account| {
            let mut lasting = account.attacks.iter().filter(|attack| attack.every_move);
            lasting.any(|attack| account.also.offered.has(attack.victim.square))
        })
    }

    /// Art. 20: the man stands still, and what moves is the screen of a cannon.
    fn is_by_screen(&self) -> bool {
        self.all_by(Kind::Cannon)
            && self.all(|attack| attack.means == Means::Discovered)
            && self.all(|attack| attack.victim.square == self.attacks[0].victim.square)
    }

    /// Art. 21: so is a rook.
    fn is_of_rook_by_screen(&self) -> bool {
        self.is_of(Kind::Rook) && self.is_by_screen()
    }

    /// Art. 29, where a move takes the root away.
    fn takes_root_away(&self) -> bool {
        self.attacks.iter().any(|attack| {
            attack.means == Means::RootLost
                && matches!(attack.unprotected, Some(Unprotected::FalseRoot { .. }))
        })
    }

    /// Art. 25: every move is the king's or a soldier's, and another man attacks.
    fn is_by_king_or_soldier_with_help(&self) -> bool {
        let royal = |account: &&MoveAccount| matches!(account.man.piece.kind(), Kind::King | Kind::Pawn);
        !self.moves.is_empty() && self.moves.iter().all(royal)
    }

    /// Art. 15: knights and cannons take turns.
    fn is_of_rook_by_knights_and_cannons(&self) -> bool {
        let light = |kind| matches!(kind, Kind::Knight | Kind::Cannon);
        self.is_of(Kind::Rook) && self.all(|attack| light(attack.attacker.piece.kind()))
    }

    /// Art. 19: the man is of the attacker's kind, and held or hobbled.
    fn is_of_like_man(&self) -> bool {
        self.victim().is_some_and(|kind| self.all_by(kind)) && self.is_by_one_man()
    }

    /// Art. 29, where the root is false already.
    fn is_on_false_root(&self) -> bool {
        self.attacks.iter().any(|attack| matches!(attack.unprotected, Some(Unprotected::FalseRoot { .. })))
    }
}

/// What one side did that is allowed.
struct Side<'a> {
    moves: Vec<&'a MoveAccount>,
}

/// Whether an article speaks of what a side did.
type OfSide = fn(&Side) -> bool;

/// The articles about what is allowed, in order of precedence: what comes closest to an offence first (checks and
/// chases, then attacks that are excused, then threats by checks and of mate), offers and blocks last; within
/// that, bound men and certain kinds before any.
const ALLOWED: [(usize, OfSide); 16] = [
    (7, |side| side.checks_and(MoveClass::Chase)),
    (6, |side| side.checks_and(MoveClass::Kill)),
    (23, |side| side.attacks_alone(Kind::King)),
    (24, |side| side.attacks_alone(Kind::Pawn)),
    (22, |side| side.is_bound_to_a_line()),
    (10, |side| side.chases_rooks_by_cannons()),
    (27, |side| side.is_all(MoveClass::Chase)),
    (30, |side| side.attacks_true_roots_jointly()),
    (12, |side| side.follows_cannon()),
    (8, |side| side.has(MoveClass::Check)),
    (4, |side| side.all(|it| it.class == MoveClass::Kill || it.also.threatens_mate)),
    (33, |side| side.all(|it| it.class == MoveClass::CheckThreat || it.also.threatens_by_check)),
    (11, |side| side.chases_and_threatens_by_check()),
    (19, |side| side.offers_like_men()),
    (35, |side| side.is_of(MoveClass::Exchange, MoveClass::Sacrifice)),
    (34, |side| side.is_all(MoveClass::Block)),
];

/// Neither side did anything forbidden. Where both give cause for an article, colour does not decide.
fn of_free_sides(moves: &[MoveAccount]) -> Article {
    let sides = Color::ALL.map(|color| Side::new(color, moves));
    if sides.iter().all(|side| side.is_all(MoveClass::Kill)) {
        return Article::asian(5);
    }
    let cited = ALLOWED.iter().find(|(_, holds)| sides.iter().any(holds));
    cited.map_or(articles::WORLD_DRAW, |entry| Article::asian(entry.0))
}

impl<'a> Side<'a> {
    fn new(color: Color, moves: &'a [MoveAccount]) -> Side<'a> {
        Side { moves: moves.iter().filter(|account| account.mover == color).collect() }
    }

    fn has(&self, class: MoveClass) -> bool {
        self.moves.iter().any(|account| account.class == class)
    }

    fn all(&self, holds: impl Fn(&MoveAccount) -> bool) -> bool {
        self.moves.iter().all(|account| holds(account))
    }

    fn is_all(&self, class: MoveClass) -> bool {
        self.all(|account| account.class == class)
    }

    /// Every move is one of the two.
    fn is_of(&self, one: MoveClass, other: MoveClass) -> bool {
        self.all(|account| account.class == one || account.class == other)
    }

    /// Art. 6, 7: some moves check, the others are `other`.
    fn checks_and(&self, other: MoveClass) -> bool {
        self.has(MoveClass::Check) && self.has(other) && self.is_of(MoveClass::Check, other)
    }

    /// Art. 23, 24: a king or soldier attacks on its own, if only by one of the moves.
    fn attacks_alone(&self, kind: Kind) -> bool {
        let alone = |it: &&MoveAccount| it.class == MoveClass::LoneAttack && it.man.piece.kind() == kind;
        !self.has(MoveClass::Check) && self.moves.iter().any(alone)
    }

    /// Art. 22: a held rook pursues men from its line; or a rook pursues a held rook that has a root on a move.
    fn is_bound_to_a_line(&self) -> bool {
        let on_held = |it: &MoveAccount| it.attacks.iter().any(|attack| attack.on_held_rook);
        self.all(|it| it.also.by_held_rook && !it.attacks.is_empty()) || self.all(on_held)
    }

    /// Art. 10: every move chases, but not one rook: cannons chase several.
    fn chases_rooks_by_cannons(&self) -> bool {
        let kinds = |it: &Attack| (it.attacker.piece.kind(), it.victim.piece.kind());
        let on_rooks =
            |it: &MoveAccount| it.attacks.iter().all(|attack| kinds(attack) == (Kind::Cannon, Kind::Rook));
        self.is_all(MoveClass::Chase) && self.all(on_rooks)
    }

    /// Art. 30: every move attacks a man that has a true root, and several men could take it.
    fn attacks_true_roots_jointly(&self) -> bool {
        let jointly = |it: &MoveAccount| it.attacks.iter().any(|attack| attack.is_joint);
        let guarded = |it: &MoveAccount| matches!(it.class, MoveClass::Follow | MoveClass::Exchange);
        self.all(|account| guarded(account) && jointly(account))
    }

    /// Art. 12: a rook goes after a cannon that has a root.
    fn follows_cannon(&self) -> bool {
        let kinds = |it: &Attack| (it.attacker.piece.kind(), it.victim.piece.kind());
        let followed = |it: &&&MoveAccount| it.class == MoveClass::Follow;
        let attacks = self.moves.iter().filter(followed).flat_map(|account| &account.attacks);
        !self.has(MoveClass::Check) && attacks.into_iter().any(|it| kinds(it) == (Kind::Rook, Kind::Cannon))
    }

    /// Art. 11: some moves chase, the others threaten to win a man by check.
    fn chases_and_threatens_by_check(&self) -> bool {
        let threatens = |it: &MoveAccount| it.class == MoveClass::CheckThreat || it.also.threatens_by_check;
        self.has(MoveClass::Chase) && self.all(|it| it.class == MoveClass::Chase || threatens(it))
    }

    /// Art. 19: every move offers a man to one of its kind that could be taken as well, a perpetual sacrifice.
    fn offers_like_men(&self) -> bool {
        let like = |it: &Attack| it.attacker.piece.kind() == it.victim.piece.kind();
        self.all(|it| it.class == MoveClass::Sacrifice && it.attacks.iter().any(like))
    }
}
