//! How much memory the system can spare.
//!
//! Systems that promise more memory than they have end the program when it uses what was promised; asking first is
//! the only way to refuse a table that is too large.

/// Memory that can be used without pushing other programs out, in MiB; `None` where the system does not tell.
pub fn available_megabytes() -> Option<usize> {
    available_in(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

/// Reads the line `MemAvailable: N kB` of Linux's meminfo.
fn available_in(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::available_in;

    #[test]
    fn the_line_is_found_and_read() {
        let meminfo = "MemTotal:       24640000 kB\nMemAvailable:   20480000 kB\nBuffers: 1 kB\n";
        assert_eq!(available_in(meminfo), Some(20_000));
        for other in ["", "MemTotal: 5 kB", "MemAvailable:", "MemAvailable: much kB"] {
            assert_eq!(available_in(other), None, "{other}");
        }
    }
}
