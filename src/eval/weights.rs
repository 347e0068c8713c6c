//! What the weights of the evaluation are; their values are in `values.rs`.

use std::ops::{Add, AddAssign, Mul, Sub};

use crate::types::{Color, Kind, Piece, Square};

/// Two values of one term in centipawns, for the opening and for the endgame, packed so that one addition
/// adds both: the endgame value in the upper half, the opening value (signed) in the lower.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Weight(i32);

/// The weight of these two values.
pub(super) const fn w(opening: i32, endgame: i32) -> Weight {
    Weight((endgame << 16) + opening)
}

impl Weight {
    /// The value in the opening.
    pub(super) const fn opening(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value in the endgame.
    pub(super) const fn endgame(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

macro_rules! weight_operator {
    ($trait:ident, $method:ident, $other:ty, $op:tt, $value:expr) => {
        impl $trait<$other> for Weight {
            type Output = Weight;

            #[inline(always)]
            fn $method(self, other: $other) -> Weight {
                Weight(self.0 $op $value(other))
            }
        }
    };
}

weight_operator!(Add, add, Weight, +, |weight: Weight| weight.0);
weight_operator!(Sub, sub, Weight, -, |weight: Weight| weight.0);
weight_operator!(Mul, mul, i32, *, |count| count);

impl AddAssign for Weight {
    #[inline(always)]
    fn add_assign(&mut self, other: Weight) {
        *self = *self + other;
    }
}

/// Values of one kind by point: ranks 0 (own back rank) to 9, files a to e; files f to i mirror them.
pub(super) type HalfBoard = [[Weight; 5]; 10];

/// Every weight of the evaluation. All are centipawns for the side that has the feature.
pub(super) struct Weights {
    /// Material and place together, by kind (order of [`Kind`]).
    pub(super) places: [HalfBoard; 7],
    /// Having the move.
    pub(super) tempo: Weight,
    /// A rook's empty points along its rank: a rook lives on open lines.
    pub(super) rook_rank_mobility: [Weight; 9],
    /// A rook's empty points along its file.
    pub(super) rook_file_mobility: [Weight; 10],
    /// A cannon's empty points along its rank.
    pub(super) cannon_rank_mobility: [Weight; 9],
    /// A cannon's empty points along its file.
    pub(super) cannon_file_mobility: [Weight; 10],
    /// A knight's jumps that neither an own man nor a hobbled leg nor an enemy pawn forbids.
    pub(super) knight_mobility: [Weight; 9],
    /// A cannon on the enemy king's file, by what stands between: nothing (the hollow cannon, 空头炮), one
    /// man (check), two men of which 0, 1 or 2 are own (own ones can leave with tempo), more.
    pub(super) cannon_on_king_file: [Weight; 6],
    /// The same along the king's rank (the bottom cannon, 沉底炮, when the king stands at home).
    pub(super) cannon_on_king_rank: [Weight; 6],
    /// A rook on the enemy king's file, by what stands between: nothing (check), one own man, one enemy man
    /// (pinned), more.
    pub(super) rook_on_king_file: [Weight; 4],
    /// The same along the king's rank.
    pub(super) rook_on_king_rank: [Weight; 4],
    /// A knight near the enemy king, by distance in files and in ranks (卧槽马, 挂角马 and the like).
    pub(super) knight_near_king: [[Weight; 5]; 5],
    /// Pressure on the palace, by the enemy's advisors and bishops (0 to 4) and by attack units: see
    /// [`ATTACK_UNITS`]. Attacks grow faster than their men, and faster against missing guards.
    pub(super) pressure: [[Weight; 16]; 5],
    /// Points next to the own king that it could step to unharmed.
    pub(super) king_room: [Weight; 5],
    /// Two pawns across the river side by side (hand in hand), each protecting the other.
    pub(super) linked_pawns: Weight,
    /// A knight or cannon that an own man protects (has a root).
    pub(super) protected_minor: Weight,
    /// A pawn that an own man protects.
    pub(super) protected_pawn: Weight,
    /// A man that can be taken: whether the taker's side has the move, cheapest taker (pawn, knight or
    /// cannon, dearer), victim, whether the victim is protected. Quiescence sees the best capture of the
    /// side to move only.
    pub(super) threats: [[[[Weight; 2]; 7]; 3]; 2],
    /// Checks at hand on points that the enemy does not protect: whether the checking side has the move,
    /// by knight, rook or cannon, how many (3 for more).
    pub(super) checks: [[[Weight; 4]; 3]; 2],
    /// Points of the enemy's palace that are attacked and not protected, 4 for more.
    pub(super) holes: [Weight; 5],
    /// For every two own men of these kinds (knight, rook, cannon, pawn; lower triangle): pairs that work
    /// together, like knight and cannon, or get in each other's way.
    pub(super) allies: [[Weight; 4]; 4],
    /// For every own man (knight, rook, cannon, pawn) and enemy guard (advisor, bishop): cannons feed on
    /// bishops, rooks and knights suffer from advisors.
    pub(super) rivals: [[Weight; 2]; 4],
    /// For every two enemy guards: two advisors, two bishops, one of each.
    pub(super) enemy_guards: [Weight; 3],
}

/// How much one man whose captures meet the palace counts for [`Weights::pressure`], by kind; all pawns
/// together count as one.
pub(super) const ATTACK_UNITS: [usize; 7] = [0, 0, 0, 2, 3, 2, 1];

/// [`Weights::places`] spread over the board: by piece and square, from Red's point of view.
pub(super) type Places = [[Weight; Square::COUNT]; Piece::COUNT];

/// Terms of material alone: by own officers (nines of knights, threes of rooks, cannons), own pawns, and
/// enemy guards (threes of advisors, bishops).
pub(super) type Material = [[[Weight; 9]; 6]; 27];

/// Spreads [`Weights::allies`], [`Weights::rivals`] and [`Weights::enemy_guards`] over all combinations.
pub(super) const fn spread_material(weights: &Weights) -> Material {
    let mut material = [[[w(0, 0); 9]; 6]; 27];
    let mut index = 0;
    while index < 27 * 6 * 9 {
        let (officers, pawns, guards) = (index / 54, index / 9 % 6, index % 9);
        let own = [officers / 9, officers / 3 % 3, officers % 3, pawns];
        let enemy = [guards / 3, guards % 3];
        let mut sum = 0;
        let mut i = 0;
        while i < 4 {
            let mut j = 0;
            while j < i {
                sum += weights.allies[i][j].0 * (own[i] * own[j]) as i32;
                j += 1;
            }
            if own[i] > 1 {
                sum += weights.allies[i][i].0 * (own[i] * (own[i] - 1) / 2) as i32;
            }
            sum += weights.rivals[i][0].0 * (own[i] * enemy[0]) as i32;
            sum += weights.rivals[i][1].0 * (own[i] * enemy[1]) as i32;
            i += 1;
        }
        sum += weights.enemy_guards[0].0 * (enemy[0] == 2) as i32;
        sum += weights.enemy_guards[1].0 * (enemy[1] == 2) as i32;
        sum += weights.enemy_guards[2].0 * (enemy[0] * enemy[1]) as i32;
        material[officers][pawns][guards] = Weight(sum);
        index += 1;
    }
    material
}

/// Spreads the half boards of `weights` over files and sides.
pub(super) const fn spread_places(weights: &Weights) -> Places {
    let mut places = [[w(0, 0); Square::COUNT]; Piece::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index);
        let file = square.file() as usize;
        let half = if file < 5 { file } else { 8 - file };
        let mut kind = 0;
        while kind < Kind::ALL.len() {
            let red = weights.places[kind][square.rank() as usize][half];
            let black = weights.places[kind][9 - square.rank() as usize][half];
            places[Piece::new(Color::Red, Kind::ALL[kind]).index()][index] = red;
            places[Piece::new(Color::Black, Kind::ALL[kind]).index()][index] = Weight(-black.0);
            kind += 1;
        }
        index += 1;
    }
    places
}
