//! Asking the processor to fetch a hash table line before it is needed.

/// Starts loading the cache line at `address`; does nothing where the processor offers no such hint. It
/// changes only speed: leaving every call out gives the same results.
#[inline(always)]
pub fn prefetch<T>(address: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: SSE is part of every x86-64, and a prefetch of a valid reference reads nothing.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(address).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
