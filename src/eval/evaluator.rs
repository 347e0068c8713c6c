//! The choice between the evaluations, and the one that a search thread follows its line with.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::evaluate;
use super::material::count_material;
use super::network::{Accumulators, Network, NetworkFileError, Weights};
use crate::board::Position;
use crate::types::{Move, Score};

/// The network that is built in.
const EMBEDDED_FILE: &[u8] = include_bytes!("network/embedded.nnue");

/// The choice of what is built in.
pub const EMBEDDED: &str = "<embedded>";
/// The choice of the classical evaluation.
const CLASSICAL: &str = "classical";
/// The choice of counting men.
const MATERIAL: &str = "material";

/// By what positions are valued. Cheap to clone.
///
/// ```
/// use chuhe::board::Position;
/// use chuhe::eval::{Evaluation, evaluate};
/// let start = Position::start();
/// let classical = Evaluation::choose("classical").unwrap();
/// assert_eq!(classical.evaluate(&start), evaluate(&start));
/// assert!(Evaluation::choose("no such file").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// By [`evaluate`].
    Classical,
    /// By [`count_material`].
    Material,
    /// By a network.
    Network(Arc<Weights>),
}

impl Default for Evaluation {
    /// What is built in.
    fn default() -> Evaluation {
        static BUILT_IN: LazyLock<Evaluation> = LazyLock::new(|| {
            let network = Network::from_bytes(EMBEDDED_FILE).and_then(|network| Evaluation::of(&network));
            network.expect("the built-in network is whole")
        });
        BUILT_IN.clone()
    }
}

impl Evaluation {
    /// By this network.
    ///
    /// # Errors
    /// Those of [`Network::check`].
    pub fn of(network: &Network) -> Result<Evaluation, NetworkFileError> {
        Ok(Evaluation::Network(Arc::new(Weights::new(network)?)))
    }

    /// What a user's choice means: [`EMBEDDED`], `classical`, `material`, or the path of a network file.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn choose(choice: &str) -> Result<Evaluation, NetworkFileError> {
        match choice {
            EMBEDDED => Ok(Evaluation::default()),
            CLASSICAL => Ok(Evaluation::Classical),
            MATERIAL => Ok(Evaluation::Material),
            path => Evaluation::of(&Network::load(Path::new(path))?),
        }
    }

    /// Name of a choice for records: the choice, of a network file its name, and the checksum (CRC-32) of the network.
    pub fn record(choice: &str) -> String {
        let path = Path::new(choice);
        let name = path.file_name().map_or(choice.into(), |name| name.to_string_lossy());
        match choice {
            CLASSICAL | MATERIAL => choice.to_string(),
            EMBEDDED => format!("{EMBEDDED} {:08x}", crc32fast::hash(EMBEDDED_FILE)),
            _ => match std::fs::read(path) {
                Ok(bytes) => format!("{name} {:08x}", crc32fast::hash(&bytes)),
                Err(_) => name.into_owned(),
            },
        }
    }

    /// Static value of a single position, from the side to move; see [`Evaluator::evaluate`].
    pub fn evaluate(&self, position: &Position) -> Score {
        let mut evaluator = Evaluator::new();
        evaluator.start(self);
        evaluator.evaluate(position)
    }
}

/// Values the positions of one line of moves after the other, as a search goes along them.
///
/// ```
/// use chuhe::board::Position;
/// use chuhe::eval::{Evaluation, Evaluator};
/// let mut evaluator = Evaluator::new();
/// evaluator.start(&Evaluation::default());
/// let mut position = Position::start();
/// let mv = "h2e2".parse().unwrap();
/// evaluator.push(&position, mv);
/// let undo = position.play(mv);
/// let value = evaluator.evaluate(&position);
/// position.undo(mv, undo);
/// evaluator.pop();
/// assert!(value < evaluator.evaluate(&position)); // from the other side
/// ```
pub struct Evaluator {
    /// Of the network, if there is one.
    accumulators: Option<Accumulators>,
    /// What counts without a network, and needs no memory.
    plain: fn(&Position) -> Score,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new()
    }
}

impl Evaluator {
    /// The classical evaluator, until [`Evaluator::start`] says otherwise.
    pub fn new() -> Evaluator {
        Evaluator { accumulators: None, plain: evaluate }
    }

    /// Begins a new line at any position, by this evaluation.
    pub fn start(&mut self, evaluation: &Evaluation) {
        self.plain = if *evaluation == Evaluation::Material { count_material } else { evaluate };
        match (&mut self.accumulators, evaluation) {
            (Some(accumulators), Evaluation::Network(weights))
                if Arc::ptr_eq(accumulators.weights(), weights) =>
            {
                accumulators.reset();
            }
            (accumulators, Evaluation::Network(weights)) => {
                *accumulators = Some(Accumulators::new(Arc::clone(weights)));
            }
            (accumulators, Evaluation::Classical | Evaluation::Material) => *accumulators = None,
        }
    }

    /// Hears that `mv` is about to be played in `position`. Passes need no notice.
    #[inline(always)]
    pub fn push(&mut self, position: &Position, mv: Move) {
        if let Some(accumulators) = &mut self.accumulators {
            accumulators.push(position, mv);
        }
    }

    /// Hears that the last move is taken back.
    #[inline(always)]
    pub fn pop(&mut self) {
        if let Some(accumulators) = &mut self.accumulators {
            accumulators.pop();
        }
    }

    /// Static value of the position that the moves have led to, from the side to move.
    ///
    /// Meant for quiet positions; never a mate score.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> Score {
        match &mut self.accumulators {
            Some(accumulators) => Score::cp(accumulators.evaluate(position)),
            None => (self.plain)(position),
        }
    }
}
