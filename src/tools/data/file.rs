//! Files of training games: a head, then blocks with a checksum each.
//!
//! A file begins with `CHUHEGAM` and the version (4 bytes, little endian). A block is its length (4 bytes), its
//! CRC-32 (4 bytes), its kind (1 byte) and its content; length and checksum count kind and content. Kind 1 is a
//! record: text that says how the games after it were made. Kind 2 is a game. A file that was cut off anywhere
//! is whole up to its last complete block.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::game::{GameBytesError, TrainingGame};

const MAGIC: &[u8; 8] = b"CHUHEGAM";
const VERSION: u32 = 1;
const RECORD: u8 = 1;
const GAME: u8 = 2;
/// Length and checksum.
const BLOCK_HEAD: usize = 8;
/// No block is longer: a game of a thousand moves takes 4 kB.
const MAX_BLOCK: u32 = 1 << 16;

/// What a block holds.
#[allow(clippy::large_enum_variant, reason = "blocks are read one at a time")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// How the games after it were made, TOML.
    Record(String),
    /// A game.
    Game(TrainingGame),
}

/// Why a file of training data cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The system refused.
    #[error("{}: {error}", .path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What it said.
        error: std::io::Error,
    },
    /// The file is something else.
    #[error("{}: begins with {found:?}, expected CHUHEGAM, the head of training data", .path.display())]
    NotData {
        /// Which file.
        path: PathBuf,
        /// Its first bytes as text.
        found: String,
    },
    /// The file is of another version.
    #[error("{}: training data of version {found}, expected {VERSION}", .path.display())]
    Version {
        /// Which file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// A block in the middle of the file is damaged.
    #[error("{}: the block at byte {offset} is damaged: {what}", .path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// Where the block begins.
        offset: u64,
        /// What is wrong with it.
        what: String,
    },
    /// Games that cannot be shuffled in so little memory.
    #[error("{found} MiB of memory, expected at least {needed} to shuffle these files")]
    Memory {
        /// MiB allowed.
        found: u64,
        /// MiB needed.
        needed: u64,
    },
    /// Another program writes the file.
    #[error("{}: another program writes to it", .path.display())]
    Locked {
        /// Which file.
        path: PathBuf,
    },
}

/// Reads a file block by block. A block that the end of the file cuts off is passed over; see [`Reader::is_torn`].
pub struct Reader {
    input: BufReader<File>,
    path: PathBuf,
    length: u64,
    /// Where the next block begins.
    offset: u64,
    torn: bool,
}

impl Reader {
    /// Opens a file and checks its head.
    ///
    /// # Errors
    /// When it cannot be read, is something else, or of another version.
    pub fn open(path: &Path) -> Result<Reader, DataError> {
        let io = |error| DataError::Io { path: path.to_path_buf(), error };
        let file = File::open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        let mut input = BufReader::with_capacity(1 << 18, file);
        let mut head = Vec::new();
        input.by_ref().take(12).read_to_end(&mut head).map_err(io)?;
        match head.split_first_chunk() {
            Some((MAGIC, version)) if version.len() == 4 => {
                let found = version.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte));
                if found != VERSION {
                    return Err(DataError::Version { path: path.to_path_buf(), found });
                }
            }
            _ => {
                let found = String::from_utf8_lossy(&head).into_owned();
                return Err(DataError::NotData { path: path.to_path_buf(), found });
            }
        }
        Ok(Reader { input, path: path.to_path_buf(), length, offset: 12, torn: false })
    }

    /// Where the whole blocks end that were read so far, in bytes from the start of the file.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the file ends within a block; known once the reader has come to the end.
    pub fn is_torn(&self) -> bool {
        self.torn
    }

    /// The games alone.
    pub fn games(self) -> impl Iterator<Item = Result<TrainingGame, DataError>> {
        self.filter_map(|block| match block {
            Ok(Block::Game(game)) => Some(Ok(game)),
            Ok(Block::Record(_)) => None,
            Err(error) => Some(Err(error)),
        })
    }

    fn damaged(&self, what: String) -> DataError {
        DataError::Damaged { path: self.path.clone(), offset: self.offset, what }
    }

    /// The next block's kind and content; `None` at the end or before a torn block.
    fn next_content(&mut self) -> Result<Option<Vec<u8>>, DataError> {
        let left = self.length.saturating_sub(self.offset);
        let mut head = [0; BLOCK_HEAD];
        if left < BLOCK_HEAD as u64 {
            self.torn = left > 0;
            return Ok(None);
        }
        let io = |error, path: &Path| DataError::Io { path: path.to_path_buf(), error };
        self.input.read_exact(&mut head).map_err(|error| io(error, &self.path))?;
        let [l0, l1, l2, l3, c0, c1, c2, c3] = head;
        let length = u32::from_le_bytes([l0, l1, l2, l3]);
        if !(1..=MAX_BLOCK).contains(&length) {
            return Err(self.damaged(format!("length {length}, expected 1 to {MAX_BLOCK}")));
        }
        let end = BLOCK_HEAD as u64 + u64::from(length);
        if end > left {
            self.torn = true;
            return Ok(None);
        }
        let mut content = vec![0; length as usize];
        self.input.read_exact(&mut content).map_err(|error| io(error, &self.path))?;
        let (found, expected) = (crc32fast::hash(&content), u32::from_le_bytes([c0, c1, c2, c3]));
        if found != expected {
            // The last block may have been cut off by a crash of the machine, with its length already written.
            if end == left {
                self.torn = true;
                return Ok(None);
            }
            return Err(self.damaged(format!("checksum {found:08x}, expected {expected:08x}")));
        }
        Ok(Some(content))
    }
}

impl Iterator for Reader {
    type Item = Result<Block, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        let content = match self.next_content() {
            Ok(content) => content?,
            Err(error) => {
                self.offset = self.length;
                return Some(Err(error));
            }
        };
        let block = match content.split_first() {
            Some((&RECORD, text)) => {
                String::from_utf8(text.to_vec()).map(Block::Record).map_err(|error| error.to_string())
            }
            Some((&GAME, bytes)) => TrainingGame::from_bytes(bytes)
                .map(Block::Game)
                .map_err(|error: GameBytesError| error.to_string()),
            other => Err(format!("kind {}, expected 1 or 2", other.map_or(0, |(&kind, _)| kind))),
        };
        let block = block.map_err(|what| self.damaged(what));
        self.offset += (BLOCK_HEAD + content.len()) as u64;
        Some(block)
    }
}

/// Appends blocks to a file that nobody else writes to.
pub struct Writer {
    file: File,
    path: PathBuf,
}

impl Writer {
    /// Opens a file to append to it, or makes it. `seen` is called with each block that is there already; a torn
    /// block at the end is cut off and put into a file beside it, whose name ends in `.torn`.
    ///
    /// # Errors
    /// When the file cannot be read or written, is no training data or damaged, or another program writes to it.
    pub fn append(path: &Path, mut seen: impl FnMut(Block)) -> Result<Writer, DataError> {
        let io = |error| DataError::Io { path: path.to_path_buf(), error };
        let options = OpenOptions::new().create(true).truncate(false).read(true).write(true).clone();
        let mut file = options.open(path).map_err(io)?;
        file.try_lock().map_err(|error| match error {
            std::fs::TryLockError::WouldBlock => DataError::Locked { path: path.to_path_buf() },
            std::fs::TryLockError::Error(error) => io(error),
        })?;
        if file.metadata().map_err(io)?.len() == 0 {
            file.write_all(MAGIC).map_err(io)?;
            file.write_all(&VERSION.to_le_bytes()).map_err(io)?;
        } else {
            let mut reader = Reader::open(path)?;
            for block in reader.by_ref() {
                seen(block?);
            }
            if reader.is_torn() {
                let mut rest = Vec::new();
                file.seek(SeekFrom::Start(reader.offset())).map_err(io)?;
                file.read_to_end(&mut rest).map_err(io)?;
                let mut name = path.as_os_str().to_owned();
                name.push(".torn");
                std::fs::write(name, rest).map_err(io)?;
                file.set_len(reader.offset()).map_err(io)?;
            }
            file.seek(SeekFrom::End(0)).map_err(io)?;
        }
        Ok(Writer { file, path: path.to_path_buf() })
    }

    /// Appends a block, at once: a program killed afterwards does not lose it.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write(&mut self, block: &Block) -> Result<(), DataError> {
        let mut content = Vec::new();
        match block {
            Block::Record(text) => {
                content.push(RECORD);
                content.extend_from_slice(text.as_bytes());
            }
            Block::Game(game) => {
                content.push(GAME);
                content.extend(game.to_bytes());
            }
        }
        let mut bytes = (content.len() as u32).to_le_bytes().to_vec();
        bytes.extend(crc32fast::hash(&content).to_le_bytes());
        bytes.extend(content);
        self.file.write_all(&bytes).map_err(|error| DataError::Io { path: self.path.clone(), error })
    }
}
