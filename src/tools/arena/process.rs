//! A program with its pipes: start, lines in and out, end.
//!
//! Knows nothing of chess. Two threads per program do nothing but wait for its output: one stamps each line
//! with the time of its arrival and hands it on, one keeps the last words of standard error, which often say
//! why a program ended. On Unix each program leads a process group of its own, so that its children end with
//! it and Ctrl-C at the terminal does not reach it.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, bounded};

/// Lines longer than this are cut into pieces; no protocol line comes near it.
const MAX_LINE: u64 = 1 << 16;
/// Lines that may wait to be read; a program that floods its output is slowed down by its full pipe.
const MAX_QUEUE: usize = 4096;
/// How long an ended program may keep its exit status to itself.
const EXIT_WAIT: Duration = Duration::from_secs(1);

/// What to start.
#[derive(Clone, Debug)]
pub(super) struct Launch {
    /// The program, with a path that holds in any folder.
    pub(super) program: PathBuf,
    /// Its arguments.
    pub(super) args: Vec<String>,
    /// The folder it runs in, `None` for the present one.
    pub(super) dir: Option<PathBuf>,
}

/// A line of output.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// When it had arrived.
    pub(super) at: Instant,
    /// Without its end; bytes that are no UTF-8 are replaced.
    pub(super) text: String,
}

/// Where the talk with one program is written down.
#[derive(Clone)]
pub(super) struct Log {
    file: Arc<Mutex<File>>,
    start: Instant,
}

impl Log {
    /// Appends to the file at `path`.
    pub(super) fn open(path: &Path) -> io::Result<Log> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Log { file: Arc::new(Mutex::new(file)), start: Instant::now() })
    }

    /// Writes one line; a full disk must not end a match, so failure is ignored.
    pub(super) fn write(&self, mark: &str, text: &str) {
        let line = format!("{:10.3} {mark} {text}\n", self.start.elapsed().as_secs_f64());
        let _ = self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
    }
}

/// A running program.
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    last_words: Arc<Mutex<String>>,
    log: Option<Log>,
}

impl Process {
    /// Starts the program.
    pub(super) fn start(launch: &Launch, log: Option<Log>) -> io::Result<Process> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &launch.dir {
            command.current_dir(dir);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        if let Some(log) = &log {
            log.write("#", &format!("start {} {}", launch.program.display(), launch.args.join(" ")));
        }
        let mut child = command.spawn()?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, lines) = bounded(MAX_QUEUE);
        let last_words = Arc::new(Mutex::new(String::new()));
        if let Some(stdout) = stdout {
            let log = log.clone();
            std::thread::spawn(move || {
                each_line(stdout, |text| {
                    let at = Instant::now();
                    if let Some(log) = &log {
                        log.write("<", &text);
                    }
                    sender.send(Line { at, text }).is_ok()
                });
            });
        }
        if let Some(stderr) = stderr {
            let (log, last_words) = (log.clone(), last_words.clone());
            std::thread::spawn(move || {
                each_line(stderr, |text| {
                    if let Some(log) = &log {
                        log.write("!", &text);
                    }
                    if !text.trim().is_empty() {
                        *last_words.lock().unwrap_or_else(PoisonError::into_inner) = text;
                    }
                    true
                });
            });
        }
        Ok(Process { child, stdin, lines, last_words, log })
    }

    /// Its lines; disconnected once it has closed its output.
    pub(super) fn lines(&self) -> &Receiver<Line> {
        &self.lines
    }

    /// Sends lines in one write.
    pub(super) fn send(&mut self, lines: &[&str]) -> io::Result<()> {
        if let Some(log) = &self.log {
            for line in lines {
                log.write(">", line);
            }
        }
        let text = lines.join("\n") + "\n";
        match &mut self.stdin {
            Some(stdin) => stdin.write_all(text.as_bytes()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Ends the program and what it started, and says how it had ended by itself, if it had.
    ///
    /// Waits a moment for a program that has just closed its output.
    pub(super) fn how_it_ended(mut self) -> String {
        let end = Instant::now() + EXIT_WAIT;
        let mut status = None;
        while status.is_none() && Instant::now() < end {
            status = self.child.try_wait().ok().flatten();
            if status.is_none() {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        self.kill();
        let ended = match status {
            Some(status) => describe(status),
            None => "closed its output but kept running".to_string(),
        };
        let last_words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let last_words: String = last_words.trim().chars().take(300).collect();
        if last_words.is_empty() { ended } else { format!("{ended}; last on standard error: {last_words}") }
    }

    /// Closes its input and waits this long for it to close its output.
    pub(super) fn wait(&mut self, patience: Duration) {
        self.stdin = None;
        let end = Instant::now() + patience;
        while self.lines.recv_deadline(end).is_ok() && Instant::now() < end {}
    }

    /// Ends the program and its children at once.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Ok(id) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Calls `take` with each line until the end of input or until it returns false.
fn each_line(pipe: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(pipe);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut reader).take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_string();
                if !take(text) {
                    return;
                }
            }
        }
    }
}

/// An exit status in words.
fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(number) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = nix::sys::signal::Signal::try_from(number).map_or("", |signal| signal.as_str());
        return format!("ended by signal {number} {name}").trim_end().to_string();
    }
    match status.code() {
        Some(code) => format!("exited with code {code}"),
        None => "ended".to_string(),
    }
}
