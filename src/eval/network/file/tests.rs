//! Tests of the file: what is written is read, what is broken is refused with the reason.

use super::*;

const WIDTH: usize = 64;

fn network() -> Network {
    let mut network = Network::random(WIDTH, 7);
    network.record = "games = \"自对弈\"\n".to_string();
    network.out_bias = vec![-5, 0, 7, i32::MAX, i32::MIN, 1, 2, 3];
    network
}

/// The bytes with `change` applied and the checksum made right again.
fn forged(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = network().to_bytes().unwrap();
    bytes.truncate(bytes.len() - CHECKSUM_BYTES);
    change(&mut bytes);
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

fn message(bytes: &[u8]) -> String {
    Network::from_bytes(bytes).expect_err("a broken file").to_string()
}

#[test]
fn what_is_written_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("权重 文件.nnue");
    network().save(&path).unwrap();
    assert_eq!(Network::load(&path).unwrap(), network());
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, [path.file_name().unwrap()], "nothing else is left");
}

#[test]
fn what_the_system_refuses_is_told() {
    let path = Path::new("no such folder/net.nnue");
    assert!(Network::load(path).unwrap_err().to_string().starts_with("cannot read the file: "));
    assert!(network().save(path).unwrap_err().to_string().starts_with("cannot write the file: "));
}

#[test]
fn no_cut_is_read() {
    let bytes = network().to_bytes().unwrap();
    for length in [0, 1, 7, 8, HEADER_BYTES - 1] {
        assert!(matches!(
            Network::from_bytes(&bytes[..length]),
            Err(NetworkFileError::TooShort { found }) if found == length
        ));
    }
    for length in [HEADER_BYTES, HEADER_BYTES + 9, bytes.len() / 2, bytes.len() - 1] {
        assert!(matches!(
            Network::from_bytes(&bytes[..length]),
            Err(NetworkFileError::Size { found, expected }) if found == length && expected == bytes.len()
        ));
    }
    let longer = [&bytes[..], b"\n"].concat();
    assert!(message(&longer).ends_with("something was added"));
}

#[test]
fn a_changed_byte_anywhere_is_noticed() {
    let bytes = network().to_bytes().unwrap();
    for at in (0..HEADER_BYTES).chain((HEADER_BYTES..bytes.len()).step_by(9973)).chain([bytes.len() - 1]) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x40;
        assert!(Network::from_bytes(&changed).is_err(), "byte {at}");
    }
    let mut changed = bytes;
    changed[HEADER_BYTES + 100] ^= 1;
    assert!(matches!(Network::from_bytes(&changed), Err(NetworkFileError::Checksum { .. })));
}

#[test]
fn foreign_files_are_told_from_damaged_ones() {
    assert!(message(b"PK\x03\x04rest of the archive").contains("ZIP"));
    assert!(message(b"GIF89a and much more").contains("GIF89a"));
    assert_eq!(message(&forged(|bytes| bytes[8] = 2)), "the file has format version 2, expected 1");
    for (field, name) in [
        (1, "feature set"),
        (2, "width"),
        (3, "output buckets"),
        (4, "QA"),
        (5, "output quantum"),
        (6, "SCALE"),
    ] {
        let found = message(&forged(|bytes| bytes[MAGIC.len() + field * 4] ^= 1));
        assert!(found.starts_with(&format!("the network has {name} ")), "{found}");
    }
    for width in [0, 32, 96, 1088, u32::MAX] {
        let found = message(&forged(|bytes| bytes[16..20].copy_from_slice(&width.to_le_bytes())));
        assert!(found.contains("expected a multiple of 64 up to 1024"), "{found}");
    }
    let huge = forged(|bytes| bytes[36..40].copy_from_slice(&u32::MAX.to_le_bytes()));
    assert!(message(&huge).contains("training record"));
}

#[test]
fn a_record_that_is_no_text_is_refused() {
    let bytes = forged(|bytes| bytes[HEADER_BYTES + 2] = 0xff);
    assert!(matches!(Network::from_bytes(&bytes), Err(NetworkFileError::Record { at: 2 })));
}

#[test]
fn bounds_hold_for_reader_and_writer() {
    type Case = (fn(&mut Network), &'static str);
    let cases: [Case; 6] = [
        (|network| network.ft_weights[3] = 993, "transformer weight 3 is 993"),
        (|network| network.ft_weights[4] = i16::MIN, "transformer weight 4 is -32768"),
        (|network| network.ft_bias[0] = -993, "transformer bias 0 is -993"),
        (|network| network.out_weights[9] = 128, "output weight 9 is 128"),
        (|network| network.out_bias.truncate(7), "the network has output biases 7, expected 8"),
        (
            |network| network.record = "x".repeat(RECORD_MAX + 1),
            "the network has training record of length 65537",
        ),
    ];
    for (change, expected) in cases {
        let mut broken = network();
        change(&mut broken);
        let found = broken.to_bytes().unwrap_err().to_string();
        assert!(found.starts_with(expected), "{found}");
    }
    let at = HEADER_BYTES + network().record.len();
    let bytes = forged(|bytes| bytes[at..at + 2].copy_from_slice(&993i16.to_le_bytes()));
    assert!(message(&bytes).starts_with("transformer weight 0 is 993, expected at most 992"));
}

#[test]
fn the_sum_of_a_bucket_has_a_bound() {
    let mut network = Network::random(WIDTH_MAX, 1);
    let bucket = 4096..6144;
    network.out_weights[bucket.clone()].fill(-16);
    // 2045 weights of 16 and these are i32::MAX / QA² exactly.
    network.out_weights[bucket.start..bucket.start + 3].copy_from_slice(&[101, 102, -102]);
    network.check().unwrap();
    network.out_weights[bucket.end - 1] -= 1;
    let found = network.check().unwrap_err().to_string();
    assert_eq!(
        found,
        "the sum of sizes of the output weights of bucket 2 is 33026, expected at most 33025 in size"
    );
}
