//! The network's numbers and the file that holds them.
//!
//! All numbers little endian: the magic `CHUHENET`; as u32 the format version, the feature set, the width, the output
//! buckets, QA, the output quantum, SCALE and the length of the training record; the record, TOML in UTF-8; the payload (transformer
//! weights, transformer bias, output weights as i16, output bias as i32); the CRC-32 of everything before it.

use std::fs;
use std::io;
use std::path::Path;

use super::features::{INPUTS, OUTPUT_BUCKETS};

/// Quantum of the transformer: an accumulator value of `QA` is 1.
pub const QA: i32 = 255;
/// Quanta that the output weights of a network may have: a weight of that size is 1. The finer the quantum, the
/// smaller the largest weight.
pub const OUT_QUANTA: [i32; 5] = [64, 128, 256, 512, 1024];
/// Centipawns of an output of 1.
pub const SCALE: i32 = 400;
/// Largest size of a transformer weight or bias: 32 men and the bias never leave an i16.
pub const FT_MAX: i16 = 992;
/// Largest size of an output weight: times an activation of at most [`QA`] it stays an i16.
pub const OUT_MAX: i16 = 127;
/// Widths are multiples of this, whole vectors of every processor, up to [`WIDTH_MAX`].
pub const WIDTH_STEP: usize = 64;
/// The largest width.
pub const WIDTH_MAX: usize = 1024;
/// Largest training record, in bytes.
pub const RECORD_MAX: usize = 64 << 10;

const MAGIC: [u8; 8] = *b"CHUHENET";
const FORMAT_VERSION: u32 = 1;
const FEATURE_SET: u32 = 1;
/// Magic and eight numbers.
const HEADER_BYTES: usize = MAGIC.len() + 8 * 4;
const CHECKSUM_BYTES: usize = 4;

/// A quantised network, as it is stored. For the arithmetic see the [parent module](super).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// Length of one side's accumulator.
    pub width: usize,
    /// Transformer, `[INPUTS][width]`, in 1/[`QA`].
    pub ft_weights: Vec<i16>,
    /// Bias of the transformer, `[width]`, in 1/[`QA`].
    pub ft_bias: Vec<i16>,
    /// Output weights, `[OUTPUT_BUCKETS][2 * width]`, side to move first, in 1/`out_quantum`.
    pub out_weights: Vec<i16>,
    /// What an output weight of 1 is stored as: one of [`OUT_QUANTA`].
    pub out_quantum: i32,
    /// Output bias, `[OUTPUT_BUCKETS]`, in 1/([`QA`] · `out_quantum`).
    pub out_bias: Vec<i32>,
    /// How the network was made: TOML, at most [`RECORD_MAX`] bytes.
    pub record: String,
}

/// Why a file is no network that this engine can use; whoever shows it names the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkFileError {
    /// The system refuses to read or write the file.
    #[error("cannot {doing} the file: {reason}")]
    Io {
        /// "read" or "write".
        doing: &'static str,
        /// What the system says.
        reason: String,
    },
    /// Not even a header.
    #[error("the file has {found} bytes, expected at least {HEADER_BYTES}: it is empty or was cut off")]
    TooShort {
        /// Size in bytes.
        found: usize,
    },
    /// A ZIP archive.
    #[error("the file is a ZIP archive, expected a network: unpack it first")]
    Zipped,
    /// Some other file.
    #[error("the file begins with {found:?}, expected \"CHUHENET\": it is no network of this engine")]
    Magic {
        /// The first bytes, as text.
        found: String,
    },
    /// Another version of the format.
    #[error("the file has format version {found}, expected {FORMAT_VERSION}")]
    Version {
        /// The version.
        found: u32,
    },
    /// Another kind of network.
    #[error("the network has {name} {found}, expected {expected}")]
    Architecture {
        /// Which number of the header.
        name: &'static str,
        /// What it is.
        found: u64,
        /// What it should be.
        expected: String,
    },
    /// Shorter or longer than the header says.
    #[error("the file has {found} bytes, expected {expected}: {}",
        if found < expected { "it was cut off" } else { "something was added" })]
    Size {
        /// Size in bytes.
        found: usize,
        /// Size that follows from the header.
        expected: usize,
    },
    /// Some byte has changed.
    #[error("the checksum is {found:08x}, expected {expected:08x}: the file is damaged")]
    Checksum {
        /// Of the bytes in the file.
        found: u32,
        /// As the file says.
        expected: u32,
    },
    /// The training record is no text.
    #[error("the training record is no UTF-8 from byte {at} on, expected text")]
    Record {
        /// Bytes of the record that are text.
        at: usize,
    },
    /// A number out of the range in which the arithmetic is exact.
    #[error("{name} is {found}, expected at most {limit} in size")]
    Bounds {
        /// Which number.
        name: String,
        /// What it is.
        found: i64,
        /// The largest size.
        limit: i64,
    },
}

impl Network {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Every [`NetworkFileError`] except `Io`.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkFileError> {
        check_magic(bytes)?;
        let mut reader = Reader(&bytes[MAGIC.len()..]);
        let version = reader.u32();
        if version != FORMAT_VERSION {
            return Err(NetworkFileError::Version { found: version });
        }
        expect("feature set", reader.u32(), FEATURE_SET)?;
        let width = reader.u32() as usize;
        check_width(width)?;
        expect("output buckets", reader.u32(), OUTPUT_BUCKETS as u32)?;
        expect("QA", reader.u32(), QA as u32)?;
        let out_quantum = reader.u32() as i32;
        check_out_quantum(out_quantum)?;
        expect("SCALE", reader.u32(), SCALE as u32)?;
        let record_length = reader.u32() as usize;
        check_record_length(record_length)?;
        let expected = HEADER_BYTES + record_length + payload_bytes(width) + CHECKSUM_BYTES;
        if bytes.len() != expected {
            return Err(NetworkFileError::Size { found: bytes.len(), expected });
        }
        check_sum(bytes)?;
        let record = std::str::from_utf8(reader.take(record_length))
            .map_err(|error| NetworkFileError::Record { at: error.valid_up_to() })?
            .to_string();
        let network = Network {
            width,
            ft_weights: reader.i16s(INPUTS * width),
            ft_bias: reader.i16s(width),
            out_weights: reader.i16s(OUTPUT_BUCKETS * 2 * width),
            out_quantum,
            out_bias: reader.i32s(OUTPUT_BUCKETS),
            record,
        };
        network.check()?;
        Ok(network)
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// See [`Network::check`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, NetworkFileError> {
        self.check()?;
        let size = HEADER_BYTES + self.record.len() + payload_bytes(self.width) + CHECKSUM_BYTES;
        let mut bytes = Vec::with_capacity(size);
        bytes.extend(MAGIC);
        let (width, length) = (self.width as u32, self.record.len() as u32);
        let header = [
            FORMAT_VERSION,
            FEATURE_SET,
            width,
            OUTPUT_BUCKETS as u32,
            QA as u32,
            self.out_quantum as u32,
            SCALE as u32,
            length,
        ];
        bytes.extend(header.into_iter().flat_map(u32::to_le_bytes));
        bytes.extend(self.record.as_bytes());
        for numbers in [&self.ft_weights, &self.ft_bias, &self.out_weights] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.out_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`NetworkFileError`].
    pub fn load(path: &Path) -> Result<Network, NetworkFileError> {
        Network::from_bytes(&fs::read(path).map_err(|error| system_error("read", &error))?)
    }

    /// Writes a file, under a temporary name first, so that no reader ever sees half of it.
    ///
    /// # Errors
    /// `Io`, and those of [`Network::check`].
    pub fn save(&self, path: &Path) -> Result<(), NetworkFileError> {
        let bytes = self.to_bytes()?;
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(".part");
        let part = path.with_file_name(name);
        fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).map_err(|error| {
            // What is left of the attempt is of no use; the error that counts is the first one.
            let _ = fs::remove_file(&part);
            system_error("write", &error)
        })
    }

    /// Checks shapes and bounds: within them every kernel computes the same, and nothing overflows.
    ///
    /// # Errors
    /// `Architecture` for shapes, `Bounds` for the numbers: transformer within [`FT_MAX`], output weights within
    /// [`OUT_MAX`], and their sizes in each bucket, added up and times QA², within an i32.
    pub fn check(&self) -> Result<(), NetworkFileError> {
        check_width(self.width)?;
        check_out_quantum(self.out_quantum)?;
        check_record_length(self.record.len())?;
        let row = 2 * self.width;
        check_length("transformer weights", self.ft_weights.len(), INPUTS * self.width)?;
        check_length("transformer biases", self.ft_bias.len(), self.width)?;
        check_length("output weights", self.out_weights.len(), OUTPUT_BUCKETS * row)?;
        check_length("output biases", self.out_bias.len(), OUTPUT_BUCKETS)?;
        check_sizes("transformer weight", &self.ft_weights, FT_MAX)?;
        check_sizes("transformer bias", &self.ft_bias, FT_MAX)?;
        check_sizes("output weight", &self.out_weights, OUT_MAX)?;
        for (bucket, weights) in self.out_weights.chunks_exact(row).enumerate() {
            let found = weights.iter().map(|&weight| i64::from(weight).abs()).sum();
            let limit = i64::from(i32::MAX) / i64::from(QA * QA);
            if found > limit {
                let name = format!("the sum of sizes of the output weights of bucket {bucket}");
                return Err(NetworkFileError::Bounds { name, found, limit });
            }
        }
        Ok(())
    }
}

fn system_error(doing: &'static str, error: &io::Error) -> NetworkFileError {
    NetworkFileError::Io { doing, reason: error.to_string() }
}

fn payload_bytes(width: usize) -> usize {
    2 * (INPUTS * width + width + OUTPUT_BUCKETS * 2 * width) + 4 * OUTPUT_BUCKETS
}

fn check_magic(bytes: &[u8]) -> Result<(), NetworkFileError> {
    if bytes.starts_with(b"PK") {
        return Err(NetworkFileError::Zipped);
    }
    let first = &bytes[..bytes.len().min(MAGIC.len())];
    if !MAGIC.starts_with(first) {
        let found = String::from_utf8_lossy(first).into_owned();
        return Err(NetworkFileError::Magic { found });
    }
    if bytes.len() < HEADER_BYTES {
        return Err(NetworkFileError::TooShort { found: bytes.len() });
    }
    Ok(())
}

fn check_sum(bytes: &[u8]) -> Result<(), NetworkFileError> {
    let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
    let (found, expected) = (crc32fast::hash(content), Reader(sum).u32());
    if found == expected { Ok(()) } else { Err(NetworkFileError::Checksum { found, expected }) }
}

fn expect(name: &'static str, found: u32, expected: u32) -> Result<(), NetworkFileError> {
    check_length(name, found as usize, expected as usize)
}

fn check_length(name: &'static str, found: usize, expected: usize) -> Result<(), NetworkFileError> {
    if found == expected {
        return Ok(());
    }
    Err(NetworkFileError::Architecture { name, found: found as u64, expected: expected.to_string() })
}

fn check_width(width: usize) -> Result<(), NetworkFileError> {
    if width.is_multiple_of(WIDTH_STEP) && (WIDTH_STEP..=WIDTH_MAX).contains(&width) {
        return Ok(());
    }
    let expected = format!("a multiple of {WIDTH_STEP} up to {WIDTH_MAX}");
    Err(NetworkFileError::Architecture { name: "width", found: width as u64, expected })
}

fn check_out_quantum(quantum: i32) -> Result<(), NetworkFileError> {
    if OUT_QUANTA.contains(&quantum) {
        return Ok(());
    }
    let (found, expected) = (quantum as u32 as u64, format!("one of {OUT_QUANTA:?}"));
    Err(NetworkFileError::Architecture { name: "output quantum", found, expected })
}

fn check_record_length(length: usize) -> Result<(), NetworkFileError> {
    if length <= RECORD_MAX {
        return Ok(());
    }
    let expected = format!("at most {RECORD_MAX} bytes");
    Err(NetworkFileError::Architecture { name: "training record of length", found: length as u64, expected })
}

fn check_sizes(name: &str, numbers: &[i16], limit: i16) -> Result<(), NetworkFileError> {
    match numbers.iter().position(|number| number.unsigned_abs() > limit.unsigned_abs()) {
        None => Ok(()),
        Some(at) => Err(NetworkFileError::Bounds {
            name: format!("{name} {at}"),
            found: numbers[at].into(),
            limit: limit.into(),
        }),
    }
}

/// Takes numbers off the front of bytes whose length was checked.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    fn u32(&mut self) -> u32 {
        self.i32s(1)[0] as u32
    }

    fn i16s(&mut self, count: usize) -> Vec<i16> {
        let (chunks, _) = self.take(2 * count).as_chunks();
        chunks.iter().map(|&chunk| i16::from_le_bytes(chunk)).collect()
    }

    fn i32s(&mut self, count: usize) -> Vec<i32> {
        let (chunks, _) = self.take(4 * count).as_chunks();
        chunks.iter().map(|&chunk| i32::from_le_bytes(chunk)).collect()
    }
}

#[cfg(test)]
mod tests;
