//! Hands out the moves of a node one by one, the most promising first, and generates each stage only when the
//! stages before it are used up.

use arrayvec::ArrayVec;

use super::history::{Histories, PieceTo};
use super::see::{exchange_gains, exchange_value};
use crate::board::{Checks, Position};
use crate::movegen::{generate_captures, generate_evasions, generate_quiets};
use crate::types::{Move, MoveList};

/// What a node knows about good quiet moves before it generates any.
#[derive(Clone, Copy)]
pub struct Hints {
    /// The hash table's move.
    pub table: Option<Move>,
    /// Quiet moves that refuted siblings of this node.
    pub killers: [Option<Move>; 2],
    /// The quiet move that refuted the enemy's last move before.
    pub counter: Option<Move>,
    /// The moves one and two plies earlier, for the continuation history.
    pub before: [PieceTo; 2],
    /// What a quiet move that gives check is put forward by, in history points.
    pub check_bonus: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Table,
    Captures,
    GoodCaptures,
    Killers,
    Quiets,
    QuietMoves,
    BadCaptures,
    Evasions,
    EvasionMoves,
    Done,
}

/// The moves of one node. Everything it hands out is legal.
pub struct Picker {
    stage: Stage,
    hints: Hints,
    checks: Checks,
    /// Quiescence: captures only, and none that lose material.
    captures_only: bool,
    /// What a capture must gain to be tried early, in centipawns.
    threshold: i32,
    scored: ArrayVec<(i32, Move), 128>,
    next: usize,
    bad_captures: ArrayVec<Move, 64>,
    special: usize,
}

impl Picker {
    /// All moves of a node of the main search.
    pub fn new(position: &Position, checks: Checks, hints: Hints) -> Picker {
        Picker::start(position, checks, hints, false, 0)
    }

    /// The moves of a node in quiescence: captures that do not lose material, or all evasions in check.
    pub fn captures(position: &Position, checks: Checks, hints: Hints) -> Picker {
        Picker::start(position, checks, hints, !checks.any(), 0)
    }

    /// The captures that gain at least `threshold` centipawns.
    pub fn captures_above(position: &Position, checks: Checks, hints: Hints, threshold: i32) -> Picker {
        Picker::start(position, checks, hints, true, threshold)
    }

    fn start(
        position: &Position,
        checks: Checks,
        mut hints: Hints,
        captures_only: bool,
        threshold: i32,
    ) -> Picker {
        hints.table = hints.table.filter(|&mv| {
            position.is_pseudo_legal(mv)
                && position.is_legal(mv, &checks)
                && (!captures_only
                    || position.piece_on(mv.to()).is_some() && exchange_gains(position, mv, threshold))
        });
        Picker {
            stage: Stage::Table,
            hints,
            checks,
            captures_only,
            threshold,
            scored: ArrayVec::new(),
            next: 0,
            bad_captures: ArrayVec::new(),
            special: 0,
        }
    }

    /// Stops handing out quiet moves: the node has seen enough of them.
    pub fn skip_quiets(&mut self) {
        if (Stage::Killers..Stage::BadCaptures).contains(&self.stage) {
            self.next = 0;
            self.stage = Stage::BadCaptures;
        }
    }

    /// The next move, `None` when there is none left.
    pub fn next(&mut self, position: &Position, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = if self.checks.any() { Stage::Evasions } else { Stage::Captures };
                    if self.hints.table.is_some() {
                        return self.hints.table;
                    }
                }
                Stage::Captures => {
                    self.load(position, generate_captures);
                    self.score_captures(position, histories);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.next_scored(position) {
                    Some(mv) if exchange_gains(position, mv, self.threshold) => return Some(mv),
                    Some(mv) => {
                        let _ = self.bad_captures.try_push(mv);
                    }
                    None if self.captures_only => self.stage = Stage::Done,
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => match self.next_special(position) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Quiets,
                },
                Stage::Quiets => {
                    self.load(position, generate_quiets);
                    self.score_quiets(position, histories);
                    self.stage = Stage::QuietMoves;
                }
                Stage::QuietMoves => match self.next_scored(position) {
                    Some(mv) if self.is_special(mv) => {}
                    Some(mv) => return Some(mv),
                    None => {
                        self.next = 0;
                        self.stage = Stage::BadCaptures;
                    }
                },
                Stage::BadCaptures => {
                    let mv = self.bad_captures.get(self.next).copied();
                    self.next += 1;
                    match mv {
                        Some(mv) => return Some(mv),
                        None => self.stage = Stage::Done,
                    }
                }
                Stage::Evasions => {
                    let checks = self.checks;
                    self.load(position, |position, moves| generate_evasions(position, &checks, moves));
                    self.score_evasions(position, histories);
                    self.stage = Stage::EvasionMoves;
                }
                Stage::EvasionMoves => match self.next_scored(position) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn load(&mut self, position: &Position, generate: impl Fn(&Position, &mut MoveList)) {
        let mut moves = MoveList::new();
        generate(position, &mut moves);
        self.next = 0;
        self.scored.clear();
        self.scored.extend(moves.into_iter().map(|mv| (0, mv)));
    }

    /// Most valuable victim first, ties and more by capture history.
    fn score_captures(&mut self, position: &Position, histories: &Histories) {
        for (score, mv) in &mut self.scored {
            *score = capture_score(position, histories, *mv);
        }
    }

    /// By history; checks come early, since pruning knows a quiet move only by its place in the order.
    fn score_quiets(&mut self, position: &Position, histories: &Histories) {
        let side = position.side_to_move();
        let checks = position.check_squares();
        for (score, mv) in &mut self.scored {
            if let Some(piece) = position.piece_on(mv.from()) {
                *score = histories.quiet(side, *mv, piece, self.hints.before);
                if checks.has(piece.kind(), mv.to()) {
                    *score += self.hints.check_bonus;
                }
            }
        }
    }

    /// Captures before quiet evasions, each in their own order.
    fn score_evasions(&mut self, position: &Position, histories: &Histories) {
        let side = position.side_to_move();
        for (score, mv) in &mut self.scored {
            *score = match position.piece_on(mv.from()) {
                _ if position.piece_on(mv.to()).is_some() => {
                    1_000_000 + capture_score(position, histories, *mv)
                }
                Some(piece) => histories.quiet(side, *mv, piece, self.hints.before),
                None => 0,
            };
        }
    }

    /// The best of the scored moves not handed out yet, legal and not the table's.
    fn next_scored(&mut self, position: &Position) -> Option<Move> {
        while self.next < self.scored.len() {
            let rest = &mut self.scored[self.next..];
            let mut best = 0;
            for i in 1..rest.len() {
                if rest[i].0 > rest[best].0 {
                    best = i;
                }
            }
            rest.swap(0, best);
            let mv = rest[0].1;
            self.next += 1;
            if Some(mv) != self.hints.table && position.is_legal(mv, &self.checks) {
                return Some(mv);
            }
        }
        None
    }

    fn specials(&self) -> [Option<Move>; 3] {
        [self.hints.killers[0], self.hints.killers[1], self.hints.counter]
    }

    fn is_special(&self, mv: Move) -> bool {
        self.specials().contains(&Some(mv))
    }

    /// Killers and the counter-move, each once, when they are possible here.
    fn next_special(&mut self, position: &Position) -> Option<Move> {
        let specials = self.specials();
        while self.special < specials.len() {
            let index = self.special;
            self.special += 1;
            let Some(mv) = specials[index] else { continue };
            if Some(mv) != self.hints.table
                && !specials[..index].contains(&Some(mv))
                && position.piece_on(mv.to()).is_none()
                && position.is_pseudo_legal(mv)
                && position.is_legal(mv, &self.checks)
            {
                return Some(mv);
            }
        }
        None
    }
}

fn capture_score(position: &Position, histories: &Histories, mv: Move) -> i32 {
    match (position.piece_on(mv.from()), position.piece_on(mv.to())) {
        (Some(piece), Some(taken)) => {
            16 * exchange_value(taken.kind()) - exchange_value(piece.kind()).min(1000)
                + histories.capture(mv, piece, taken.kind()) / 4
        }
        _ => 0,
    }
}
