//! Quiescence: at the horizon captures are played out, and checks answered, until the evaluation can be trusted.

use super::history::PIECE_TO_COUNT;
use super::node::refine;
use super::picker::{Hints, Picker};
use super::see::exchange_value;
use super::worker::{PATH_FREE, Search, Standing, Stopped};
use super::{Bound, TableEntry};
use crate::types::{Move, Score};

impl Search<'_> {
    /// The value of the present position when only captures (in check: all answers) are played; fail-soft.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.count_node(ply)?;
        if PV {
            self.memory.pv.clear(ply);
        }
        if let Standing::Ended(score) = self.standing(ply, 0) {
            return Ok(score);
        }
        let in_check = self.game.is_in_check();
        if ply >= Score::MAX_PLY {
            return Ok(self.score_of_endless_line());
        }
        let key = self.game.position().key();
        let entry = self.shared.table.probe(key);
        if !PV
            && !self.is_near_limit()
            && let Some(score) = entry.and_then(|entry| entry.decides(alpha, beta, ply))
        {
            return Ok(score);
        }

        // Standing pat: a side need not capture.
        let mut best = Score::mated_in(ply);
        let mut raw_eval = None;
        let mut futile = None;
        if !in_check {
            let (raw, eval) = self.static_eval(entry.and_then(|entry| entry.eval));
            raw_eval = Some(raw);
            best = refine(eval, entry, ply);
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
            futile = Some(eval + self.params().delta_margin);
        }

        let old_alpha = alpha;
        let mut path_ply = PATH_FREE;
        let mut best_move = None;
        let mut quiet_evasions = 0;
        let hints = Hints {
            table: entry.and_then(|entry| entry.mv),
            killers: [None; 2],
            counter: None,
            before: if in_check { self.moves_before(ply) } else { [PIECE_TO_COUNT; 2] },
            check_bonus: 0,
        };
        let mut picker = Picker::captures(self.game.position(), self.game.position().checks(), hints);
        while let Some(mv) = picker.next(self.game.position(), &self.memory.histories) {
            if !best.is_loss() {
                match self.worth(mv, futile, alpha) {
                    Worth::Search => {}
                    Worth::Hope(hope) => {
                        best = best.max(hope);
                        continue;
                    }
                    Worth::QuietEvasion => {
                        quiet_evasions += 1;
                        if quiet_evasions > self.params().quiet_evasions {
                            break;
                        }
                    }
                }
            }
            self.play(mv, ply);
            let score = -self.quiescence::<PV>(-beta, -alpha, ply + 1)?;
            self.undo();
            if score > best {
                best = score;
                path_ply = self.path_ply;
                if score > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.memory.pv.extend(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }

        self.path_ply = if path_ply < ply { path_ply } else { PATH_FREE };
        if self.path_ply == PATH_FREE && !best.is_ruling() {
            self.shared.table.store(
                key,
                TableEntry {
                    mv: best_move,
                    score: best.to_node(ply),
                    bound: Some(Bound::of(best, old_alpha, beta)),
                    depth: 0,
                    eval: raw_eval,
                },
            );
        }
        Ok(best)
    }

    /// Whether quiescence searches a move; `futile` is what a quiet move would come to, out of check.
    fn worth(&self, mv: Move, futile: Option<Score>, alpha: Score) -> Worth {
        let position = self.game.position();
        match (futile, position.piece_on(mv.to())) {
            (Some(futile), Some(taken)) => {
                let hope = futile + exchange_value(taken.kind());
                if hope <= alpha && !position.gives_check(mv) { Worth::Hope(hope) } else { Worth::Search }
            }
            (None, None) => Worth::QuietEvasion,
            _ => Worth::Search,
        }
    }
}

/// What a move in quiescence is worth before it is searched.
enum Worth {
    /// A search.
    Search,
    /// Delta pruning: with the captured man and a margin the evaluation comes to this, which is not enough. Risk:
    /// captures that open a line or a way to mate.
    Hope(Score),
    /// A quiet answer to a check, of which a few are enough.
    QuietEvasion,
}
