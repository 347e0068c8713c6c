//! Finished games as PGN: moves in ICCS, comments `{score/depth time}` as cutechess writes them.

use super::config::{EngineConfig, Limits};
use super::record::{GameRecord, PlayedMove};
use crate::board::Position;
use crate::types::{Color, Score};

/// The record of a game as PGN, with an empty line at its end.
pub(super) fn write(game: &GameRecord, engines: &[EngineConfig]) -> String {
    let mut text = String::new();
    let limits = |name: &str| {
        engines.iter().find(|engine| engine.name == name).map_or(String::new(), |e| limits_text(&e.limits))
    };
    let (red, black) = (limits(&game.red), limits(&game.black));
    let time_control = if red == black { red } else { format!("{red} | {black}") };
    let mut tag =
        |name: &str, value: &str| text += &format!("[{name} \"{}\"]\n", value.replace(['"', '\\'], "'"));
    tag("Game", "Chinese Chess");
    tag("Event", "chuhe match");
    tag("Site", "?");
    tag("Date", &date(game.started));
    tag("Round", &format!("{}.{}", game.pair, (game.game - 1) % 2 + 1));
    tag("Red", &game.red);
    tag("Black", &game.black);
    tag("Result", game.result.mark());
    tag("FEN", &game.fen);
    tag("Format", "ICCS");
    tag("PlyCount", &game.moves.len().to_string());
    tag("TimeControl", &time_control);
    tag("Termination", &format!("{}: {}", game.termination.name(), game.reason));
    text.push('\n');
    text += &moves(game);
    text.push_str(&format!("{{{}}} {}\n\n", game.reason.replace(['{', '}'], "'"), game.result.mark()));
    text
}

/// The limits of an engine in the words that set them.
pub(super) fn limits_text(limits: &Limits) -> String {
    let mut words = Vec::new();
    words.extend(limits.tc.as_ref().map(|tc| tc.to_string()));
    words.extend(limits.move_time.map(|time| format!("{}/move", time.as_secs_f64())));
    words.extend(limits.nodes.map(|nodes| format!("nodes={nodes}")));
    words.extend(limits.depth.map(|depth| format!("depth={depth}")));
    words.join(" ")
}

fn moves(game: &GameRecord) -> String {
    let start: Position = game.fen.parse().unwrap_or_else(|_| Position::start());
    let (mut number, mut side) = (start.move_number(), start.side_to_move());
    let mut text = String::new();
    for (i, played) in game.moves.iter().enumerate() {
        match side {
            Color::Red => text += &format!("{number}. "),
            Color::Black if i == 0 => text += &format!("{number}... "),
            Color::Black => {}
        }
        text += &format!("{} {{{}}}", iccs(&played.mv), comment(played));
        text.push(if side == Color::Black { '\n' } else { ' ' });
        number += usize::from(side == Color::Black);
        side = !side;
    }
    if side == Color::Black && !game.moves.is_empty() {
        text.push('\n');
    }
    text
}

/// `h2e2` as `H2-E2`.
fn iccs(mv: &str) -> String {
    let upper = mv.to_ascii_uppercase();
    match (upper.get(..2), upper.get(2..)) {
        (Some(from), Some(to)) => format!("{from}-{to}"),
        _ => upper,
    }
}

fn comment(played: &PlayedMove) -> String {
    let Some(us) = played.us else { return "book".to_string() };
    let score = played.score().map_or("?".to_string(), score_text);
    let depth = played.depth.unwrap_or(0);
    format!("{score}/{depth} {:.3}s", us as f64 / 1e6)
}

/// Pawns with a sign, or moves to mate: `+0.35`, `-M3`.
fn score_text(score: Score) -> String {
    match score.mate_distance() {
        Some(plies) => format!("{}M{}", if score.is_win() { '+' } else { '-' }, plies.div_ceil(2)),
        None => format!("{:+.2}", f64::from(score.value()) / 100.0),
    }
}

/// The day in the calendar, `2026.11.29` (algorithm: H. Hinnant, *chrono-compatible low-level date
/// algorithms*).
fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;
    use crate::tools::arena::record::GameResult;
    use crate::tools::arena::referee::Cause;

    #[test]
    fn a_game_as_text() {
        let played = |mv: &str, score, us| PlayedMove {
            mv: mv.into(),
            us,
            score,
            depth: Some(12),
            nodes: None,
            over_us: None,
        };
        let game = GameRecord {
            game: 4,
            pair: 2,
            red: "a\"b".into(),
            black: "c".into(),
            result: GameResult::BlackWins,
            termination: Cause::Resigned,
            reason: "Red resigns".into(),
            fault_of: None,
            opening: 1,
            fen: START_FEN.into(),
            started: 1_795_910_400,
            duration_ms: 5,
            moves: vec![
                played("h2e2", None, None),
                played("h9g7", Some(35), Some(52_400)),
                played("h0g2", Some(Score::mated_in(6).value()), Some(1_000_000)),
            ],
        };
        let text = write(&game, &[]);
        assert!(text.contains("[Date \"2026.11.29\"]\n[Round \"2.2\"]\n[Red \"a'b\"]"), "{text}");
        assert!(text.contains("[Termination \"resigned: Red resigns\"]"), "{text}");
        let moves =
            "\n1. H2-E2 {book} H9-G7 {+0.35/12 0.052s}\n2. H0-G2 {-M3/12 1.000s} \n{Red resigns} 0-1\n\n";
        assert!(text.ends_with(moves), "{text}");
        assert_eq!(date(951_782_400), "2000.02.29");
    }
}
