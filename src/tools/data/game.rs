//! One game as training data, and its bytes.

use serde::Serialize;

use super::packed::{PackedError, PackedPosition};
use crate::board::Position;
use crate::types::{Color, Move, Rng, Score};

/// A move and what the search thought before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The move played.
    pub mv: Move,
    /// The search's score of the position before the move, from the side to move, in centipawns; rulings and mates
    /// lie beyond `Score::MAX_EVAL`.
    pub score: i16,
}

/// What kind of position a game began in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// The starting position and some random moves.
    Opening,
    /// Few men, put at random.
    Endgame,
    /// Few men, put at random, one of them attacking another that nobody guards: chases begin so.
    Chase,
    /// A position of a file, where an opening book ends for example, and some random moves.
    Book,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// No legal move.
    NoMove,
    /// A ruling on a repetition, draws included.
    Repetition,
    /// The natural move limit.
    NaturalLimit,
    /// Neither side could win any more.
    BareMaterial,
    /// Broken off after very many moves.
    TooLong,
    /// Given as won by the scores.
    AdjudicatedWin,
    /// Given as drawn by the scores.
    AdjudicatedDraw,
}

/// Everything that a byte can name, in the order of the codes.
trait Coded: Copy + PartialEq + 'static {
    const NAME: &'static str;
    const ALL: &'static [Self];

    fn code(self) -> u8 {
        Self::ALL.iter().position(|&one| one == self).unwrap_or(0) as u8
    }

    fn from_code(code: u8) -> Result<Self, GameBytesError> {
        let unknown = GameBytesError::UnknownCode { what: Self::NAME, found: code, known: Self::ALL.len() };
        Self::ALL.get(code as usize).copied().ok_or(unknown)
    }
}

impl Coded for Start {
    const NAME: &'static str = "start";
    const ALL: &'static [Start] = &[Start::Opening, Start::Endgame, Start::Chase, Start::Book];
}

impl Coded for End {
    const NAME: &'static str = "end";
    const ALL: &'static [End] = &[
        End::NoMove,
        End::Repetition,
        End::NaturalLimit,
        End::BareMaterial,
        End::TooLong,
        End::AdjudicatedWin,
        End::AdjudicatedDraw,
    ];
}

impl Coded for Option<Color> {
    const NAME: &'static str = "winner";
    const ALL: &'static [Option<Color>] = &[None, Some(Color::Red), Some(Color::Black)];
}

impl Coded for Option<Option<Color>> {
    const NAME: &'static str = "foregone winner";
    const ALL: &'static [Option<Option<Color>>] =
        &[None, Some(None), Some(Some(Color::Red)), Some(Some(Color::Black))];
}

/// A game with a score for each position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingGame {
    /// Its number in the run that made it: seed and number give the game again.
    pub number: u32,
    /// Where it began; counters as at the start of a game.
    pub position: Position,
    /// How that position came about.
    pub start: Start,
    /// Who won, `None` for a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub end: End,
    /// In a game played on beyond its adjudication: the result that the scores would have given.
    pub foregone: Option<Option<Color>>,
    /// The moves.
    pub steps: Vec<Step>,
}

/// Bytes that are no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameBytesError {
    /// Fewer bytes than a game begins with.
    #[error("a game of {0} bytes, expected at least 8")]
    TooShort(usize),
    /// The starting position is none.
    #[error(transparent)]
    Position(#[from] PackedError),
    /// A byte outside its list.
    #[error("{what} of code {found}, expected 0 to {}", .known - 1)]
    UnknownCode {
        /// Which list.
        what: &'static str,
        /// The byte.
        found: u8,
        /// Length of the list.
        known: usize,
    },
    /// The moves do not fill whole steps of four bytes.
    #[error("{0} bytes of moves, expected a multiple of 4")]
    TornStep(usize),
    /// A move that the position does not allow, at this half-move counted from 0.
    #[error("an impossible move at half-move {0}")]
    Move(usize),
}

impl TrainingGame {
    /// The game as bytes: number (4), start, winner, end, foregone winner (1 each), packed position, then move and
    /// score (2 each) for each half-move; little endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.number.to_le_bytes().to_vec();
        bytes.extend([self.start.code(), self.winner.code(), self.end.code(), self.foregone.code()]);
        PackedPosition::of(&self.position).write(&mut bytes);
        for step in &self.steps {
            bytes.extend(step.mv.bits().to_le_bytes());
            bytes.extend(step.score.to_le_bytes());
        }
        bytes
    }

    /// The game in these bytes, every move checked.
    ///
    /// # Errors
    /// The first [`GameBytesError`] met.
    pub fn from_bytes(bytes: &[u8]) -> Result<TrainingGame, GameBytesError> {
        let too_short = || GameBytesError::TooShort(bytes.len());
        let (&number, rest) = bytes.split_first_chunk().ok_or_else(too_short)?;
        let (&[start, winner, end, foregone], rest) = rest.split_first_chunk().ok_or_else(too_short)?;
        let (packed, rest) = PackedPosition::read(rest)?;
        let position = packed.unpack()?;
        let (steps, []) = rest.as_chunks::<4>() else { return Err(GameBytesError::TornStep(rest.len())) };
        let mut replay = position.clone();
        let steps = steps.iter().enumerate().map(|(i, &[m0, m1, s0, s1])| {
            let mv = Move::from_bits(u16::from_le_bytes([m0, m1]));
            let mv = mv.filter(|&mv| replay.is_pseudo_legal(mv) && replay.is_legal(mv, &replay.checks()));
            let mv = mv.ok_or(GameBytesError::Move(i))?;
            replay.play(mv);
            Ok(Step { mv, score: i16::from_le_bytes([s0, s1]) })
        });
        Ok(TrainingGame {
            number: u32::from_le_bytes(number),
            start: Start::from_code(start)?,
            winner: Coded::from_code(winner)?,
            end: End::from_code(end)?,
            foregone: Coded::from_code(foregone)?,
            steps: steps.collect::<Result<_, GameBytesError>>()?,
            position,
        })
    }

    /// Equal for games with the same start and moves, and the same on every machine.
    pub fn fingerprint(&self) -> u64 {
        let mix = |hash: u64, step: &Step| Rng::new(hash ^ u64::from(step.mv.bits())).next();
        self.steps.iter().fold(self.position.key(), mix)
    }

    /// Each position of the game with its step, from the first.
    pub fn replay(&self) -> impl Iterator<Item = (Position, Step)> + '_ {
        let mut position = self.position.clone();
        self.steps.iter().map(move |&step| {
            let before = position.clone();
            position.play(step.mv);
            (before, step)
        })
    }
}

impl Step {
    /// Whether the score is an evaluation, and not a ruling or a mate.
    pub fn is_evaluation(&self) -> bool {
        i32::from(self.score).abs() <= Score::MAX_EVAL.value()
    }
}
