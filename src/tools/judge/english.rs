//! Rulings in English, in the words of the rule books.

use super::turns;
use crate::rules::{
    Account, Article, Attack, Book, Conduct, Man, Means, MoveAccount, MoveClass, Reason, Ruling, SideAccount,
    Unprotected, Verdict,
};
use crate::types::Color;

/// The ruling, several lines.
pub(super) fn text(ruling: &Ruling) -> String {
    let mut lines = Vec::new();
    if let Some(account) = &ruling.account {
        lines.push(repetition(ruling.occurrences, account));
        for color in Color::ALL {
            lines.extend(side(account, color));
        }
    }
    lines.push(decision(ruling));
    lines.join("\n")
}

/// How the game stands, and why.
fn decision(ruling: &Ruling) -> String {
    let loser = match ruling.verdict {
        Verdict::Loses(color) => name(color),
        Verdict::Draw | Verdict::Ongoing => "Nobody",
    };
    match (ruling.reason, &ruling.account) {
        (Reason::Repetition(_), Some(account)) => format!("Ruling: {}.", judgement(account)),
        (Reason::Nothing, Some(account)) => format!(
            "Ruling: none yet, it takes {} occurrences. As it stands: {}.",
            ruling.rules.occurrences(),
            judgement(account)
        ),
        (Reason::Checkmate, _) => format!("Ruling: checkmate, {loser} loses."),
        (Reason::Stalemate, _) => format!("Ruling: {loser} has no legal move and loses."),
        (Reason::BareMaterial, _) => {
            "Ruling: draw, neither side has a man left that could give mate.".to_string()
        }
        (Reason::QuietLimit, _) => {
            "Ruling: draw, the limit of moves without a capture is reached.".to_string()
        }
        (Reason::Nothing | Reason::Repetition(_), _) => "Ruling: the game goes on.".to_string(),
    }
}

/// What a cycle is worth, and by which article.
fn judgement(account: &Account) -> String {
    let verdict = match account.verdict {
        Verdict::Loses(color) => format!("{0} must vary and, not doing so, loses", name(color)),
        Verdict::Draw | Verdict::Ongoing => "draw, neither side has to vary".to_string(),
    };
    let Article { english, .. } = account.article;
    format!("{verdict} [{}: {}]", article(account.article), english.trim_end_matches('.'))
}

fn repetition(occurrences: usize, account: &Account) -> String {
    let moves: Vec<String> = account.moves.iter().map(|account| account.mv.to_string()).collect();
    let times = match turns(account) {
        1 => String::new(),
        turns => format!(", {turns} times over"),
    };
    let from = account.first_ply;
    format!(
        "The position stands on the board for the {} time. From half-move {from} on came round: {}{times}.",
        ordinal(occurrences),
        moves.join(" ")
    )
}

/// What one side did, as a whole and move by move.
fn side(account: &Account, color: Color) -> Vec<String> {
    let side = &account.sides[color.index()];
    let mut lines = vec![format!("{}: {}.", name(color), conduct(side))];
    let own = account.moves.iter().filter(|account| account.mover == color);
    lines.extend(own.map(|account| format!("  {}", one_move(account))));
    lines
}

/// What a side did, in the measure of the rule book.
fn conduct(side: &SideAccount) -> String {
    let men: Vec<String> = side.chased.iter().map(|&it| format!("the {}", man(it))).collect();
    let men = men.join(" and ");
    match side.conduct {
        Conduct::PerpetualCheck => "perpetual check".to_string(),
        Conduct::HeldRookChase => format!("perpetual chase of {men}, which a horse holds in its place"),
        Conduct::PerpetualChase => format!("perpetual chase of {men}"),
        Conduct::PerpetualAttack => format!("attacks on every move ({})", counts(side)),
        Conduct::Free => format!("nothing forbidden ({})", counts(side)),
    }
}

/// The classes of the moves: `one check, one idle`.
fn counts(side: &SideAccount) -> String {
    let count = |&(class, count): &(MoveClass, usize)| format!("{count} {}", class_name(class));
    side.classes.iter().map(count).collect::<Vec<_>>().join(", ")
}

fn one_move(account: &MoveAccount) -> String {
    let mut line = format!("{} ({}): {}", account.mv, man(account.man), class_name(account.class));
    for attack in &account.attacks {
        line.push_str("; ");
        line.push_str(&attack_line(attack));
    }
    format!("{line} [{}]", article(account.article))
}

fn attack_line(attack: &Attack) -> String {
    let how = match attack.means {
        Means::Direct => "directly",
        Means::Discovered => "by uncovering",
        Means::Freed => "freed from its pin",
        Means::RootLost => "by taking its root away",
    };
    let why = match attack.unprotected {
        None => "which is guarded or can take back".to_string(),
        Some(Unprotected::Costlier) => "which is worth more".to_string(),
        Some(Unprotected::NoRoot) => "which has no root".to_string(),
        Some(Unprotected::FalseRoot { root }) => format!("which has only a false root on {root}"),
        Some(Unprotected::TooFewRoots) => "which has too few roots".to_string(),
    };
    format!("the {} attacks the {} {how}, {why}", man(attack.attacker), man(attack.victim))
}

fn article(article: Article) -> String {
    let book = match article.book {
        Book::Asian => "Asian rules",
        Book::World => "World rules",
        Book::Chinese => "Chinese rules",
        Book::League => "league rules",
        Book::Program => "option",
    };
    match (article.book, article.number) {
        (_, "") => book.to_string(),
        (Book::Program, number) => format!("{book} {number}"),
        (_, number) => format!("{book}, article {number}"),
    }
}

fn class_name(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Check => "check",
        MoveClass::Kill => "mate threat",
        MoveClass::Chase => "chase",
        MoveClass::LoneAttack => "attack by general or soldier alone",
        MoveClass::CheckThreat => "threat to win by check",
        MoveClass::Exchange => "exchange offer",
        MoveClass::Sacrifice => "sacrifice offer",
        MoveClass::Block => "block",
        MoveClass::Follow => "following a guarded man",
        MoveClass::Idle => "idle",
    }
}

fn man(man: Man) -> String {
    format!("{} {}", man.piece.kind().names().rule_book, man.square)
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Red => "Red",
        Color::Black => "Black",
    }
}

fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
