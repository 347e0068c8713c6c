//! Alpha-beta and its threads. Reports through [`Observer`], never prints.
//!
//! Layer 6. [`Pool`] holds the threads; each runs `worker` and `root` (iterative deepening), which call `node`, the
//! alpha-beta node, and below the horizon `quiescence`. `shortcuts` and `pruning` hold the node's steps, `picker` and
//! `history` the order of moves, `params` every number. `strength` holds the search back where that is wished.

mod history;
mod idle;
mod limits;
mod memory;
mod node;
mod observer;
pub mod params;
mod picker;
mod pool;
mod prefetch;
mod pruning;
mod pv;
mod quiescence;
mod root;
mod see;
mod shared;
mod shortcuts;
mod solo;
mod strength;
mod time;
mod tt;
mod worker;

pub use limits::{Clock, Limits};
pub use observer::{Bound, IterationReport, Observer, Outcome};
pub use pool::{Pool, Settings, Task};
pub use see::{exchange_gains, exchange_value};
pub use solo::Solo;
pub use strength::{ELO_MAX, ELO_MIN, ELO_STEP, SKILL_MAX, Strength};
pub use tt::{Table, TableEntry, TableMemoryError};
