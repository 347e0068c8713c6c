//! Results and measurements, added up from game records.

use std::collections::{BTreeMap, HashMap};

use super::record::GameRecord;
use super::referee::Cause;
use super::stats::Outcomes;
use crate::types::Color;

/// Results of one pairing, seen from the engine that comes first.
#[derive(Clone, Debug, Default)]
pub struct PairingTally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs of games by the half points made in them.
    pub pairs: [u64; 5],
    /// Half points of pairs of which one game is over.
    half_pairs: HashMap<usize, usize>,
}

/// What one engine did.
#[derive(Clone, Debug, Default)]
pub struct EngineTally {
    /// Games won, drawn, lost.
    pub results: [u64; 3],
    /// Faults by [`Cause::FAULTS`].
    pub faults: [u64; 4],
    /// Moves it thought about.
    pub moves: u64,
    /// Time used for them, in microseconds.
    pub time_us: u64,
    /// Sum of depths, and moves that had one.
    depths: (u64, u64),
    /// Sum of nodes, and microseconds of the moves that had some.
    nodes: (u64, u64),
    /// Moves that took longer than allowed, within the margin.
    pub overs: u64,
    /// The longest such excess, in microseconds.
    pub max_over_us: u64,
}

/// All that is counted of a match.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Names of the engines.
    pub names: Vec<String>,
    /// By engine.
    pub engines: Vec<EngineTally>,
    /// By places of two engines, the first one smaller.
    pub pairings: BTreeMap<(usize, usize), PairingTally>,
    /// How the games ended: by cause, with the number won by Red, drawn and won by Black.
    pub ends: BTreeMap<Cause, [u64; 3]>,
    /// Games.
    pub games: u64,
}

impl PairingTally {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Games as outcomes.
    pub fn trinomial(&self) -> Outcomes {
        Outcomes::trinomial(self.wins, self.draws, self.losses)
    }

    /// Pairs as outcomes.
    pub fn pentanomial(&self) -> Outcomes {
        Outcomes::pentanomial(self.pairs)
    }

    /// The outcomes to judge by: pairs when there are any, else games.
    pub fn outcomes(&self) -> Outcomes {
        if self.pairs.iter().sum::<u64>() > 0 { self.pentanomial() } else { self.trinomial() }
    }
}

impl EngineTally {
    /// Average depth in plies.
    pub fn depth(&self) -> Option<f64> {
        (self.depths.1 > 0).then(|| self.depths.0 as f64 / self.depths.1 as f64)
    }

    /// Average speed in nodes a second.
    pub fn speed(&self) -> Option<f64> {
        (self.nodes.1 > 0).then(|| self.nodes.0 as f64 / self.nodes.1 as f64 * 1e6)
    }

    /// Faults of all kinds.
    pub fn fault_count(&self) -> u64 {
        self.faults.iter().sum()
    }
}

impl Tally {
    /// Nothing yet, for engines of these names.
    pub fn new(names: Vec<String>) -> Tally {
        Tally {
            engines: vec![EngineTally::default(); names.len()],
            names,
            pairings: BTreeMap::new(),
            ends: BTreeMap::new(),
            games: 0,
        }
    }

    /// Adds a game; one of other engines is not counted.
    pub fn add(&mut self, game: &GameRecord) {
        let place = |name: &str| self.names.iter().position(|other| other == name);
        let (Some(red), Some(black)) = (place(&game.red), place(&game.black)) else { return };
        self.games += 1;
        let red_points = game.result.half_points(Color::Red);
        self.ends.entry(game.termination).or_default()[2 - red_points] += 1;
        let points = if red < black { red_points } else { 2 - red_points };
        self.pairings.entry((red.min(black), red.max(black))).or_default().add(game.pair, points);
        for (color, place) in [(Color::Red, red), (Color::Black, black)] {
            let engine = &mut self.engines[place];
            engine.results[2 - game.result.half_points(color)] += 1;
            engine.add_moves(game, color);
        }
        let at_fault = game.fault_of.as_deref().and_then(|name| self.names.iter().position(|n| n == name));
        let kind = Cause::FAULTS.iter().position(|&cause| cause == game.termination);
        if let Some((place, kind)) = at_fault.zip(kind) {
            self.engines[place].faults[kind] += 1;
        }
    }

    /// Faults of all engines.
    pub fn fault_count(&self) -> u64 {
        self.engines.iter().map(EngineTally::fault_count).sum()
    }
}

impl PairingTally {
    /// Adds a game of pair number `pair` with these half points for the first engine.
    fn add(&mut self, pair: usize, points: usize) {
        match points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
        match self.half_pairs.remove(&pair) {
            Some(other) => self.pairs[other + points] += 1,
            None => {
                self.half_pairs.insert(pair, points);
            }
        }
    }
}

impl EngineTally {
    fn add_moves(&mut self, game: &GameRecord, color: Color) {
        let red_first = game.fen.split_whitespace().nth(1) != Some("b");
        let first = usize::from(red_first != (color == Color::Red));
        for played in game.moves.iter().skip(first).step_by(2) {
            let Some(us) = played.us else { continue };
            self.moves += 1;
            self.time_us += us;
            if let Some(depth) = played.depth {
                self.depths.0 += u64::from(depth);
                self.depths.1 += 1;
            }
            if let Some(nodes) = played.nodes {
                self.nodes.0 += nodes;
                self.nodes.1 += us;
            }
            if let Some(over) = played.over_us {
                self.overs += 1;
                self.max_over_us = self.max_over_us.max(over);
            }
        }
    }
}
