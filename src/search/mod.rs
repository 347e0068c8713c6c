//! Alpha-beta and its threads. Reports through [`Observer`], never prints.
//!
//! Layer 6.

mod limits;
mod observer;
mod pool;
mod tt;

pub use limits::{Clock, Limits};
pub use observer::{Bound, IterationReport, Observer, Outcome};
pub use pool::{Pool, Settings, Task};
pub use tt::{Table, TableEntry};
