//! Answers as JSON objects, for programs.

use serde::Serialize;

use super::{Answer, Language, turns, verdict_word};
use crate::rules::{
    Account, Article, Attack, Book, Conduct, Man, Means, MoveAccount, MoveClass, Reason, RuleSet,
    SideAccount, Unprotected,
};
use crate::types::Color;

#[derive(Serialize)]
struct Object<'a> {
    id: &'a str,
    verdict: &'static str,
    rules: &'static str,
    reason: &'static str,
    occurrences: usize,
    cycle: Option<CycleObject>,
    article: Option<String>,
    red: Option<SideObject>,
    black: Option<SideObject>,
    text: String,
}

/// The moves that came round.
#[derive(Serialize)]
struct CycleObject {
    /// Number of the first half-move, 1 for the first of the game.
    first_ply: usize,
    /// Half-moves of one turn.
    length: usize,
    /// How often the turn was made.
    turns: usize,
    /// What the cycle is worth, also while it is too early for a ruling.
    verdict: &'static str,
}

#[derive(Serialize)]
struct SideObject {
    conduct: &'static str,
    kind: &'static str,
    chased: Vec<String>,
    moves: Vec<MoveObject>,
}

/// One move; attacker, victim and what follows tell its weightiest attack.
#[derive(Serialize)]
struct MoveObject {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    man: String,
    class: &'static str,
    #[serde(flatten)]
    attack: AttackObject,
    article: String,
    attacks: Vec<AttackObject>,
}

#[derive(Serialize, Default)]
struct AttackObject {
    attacker: Option<String>,
    victim: Option<String>,
    unprotected: Option<bool>,
    why: Option<String>,
    how: Option<&'static str>,
    every_move: Option<bool>,
}

/// The object of one answer, on one line.
pub(super) fn object(answer: &Answer, language: Language) -> serde_json::Result<String> {
    let ruling = &answer.ruling;
    let account = ruling.account.as_ref();
    let side = |color: Color| account.map(|account| side_object(account, color, ruling.rules));
    serde_json::to_string(&Object {
        id: &answer.id,
        verdict: answer.verdict(),
        rules: ruling.rules.name(),
        reason: reason_word(ruling.reason),
        occurrences: ruling.occurrences,
        cycle: account.map(|account| CycleObject {
            first_ply: account.first_ply,
            length: account.moves.len(),
            turns: turns(account),
            verdict: verdict_word(account.verdict),
        }),
        article: account.map(|account| article_name(account.article)),
        red: side(Color::Red),
        black: side(Color::Black),
        text: answer.text(language),
    })
}

fn side_object(account: &Account, color: Color, rules: RuleSet) -> SideObject {
    let side = &account.sides[color.index()];
    SideObject {
        conduct: conduct_word(side.conduct),
        kind: kind_word(side, rules),
        chased: side.chased.iter().map(|&man| man_name(man)).collect(),
        moves: account.moves.iter().filter(|account| account.mover == color).map(move_object).collect(),
    }
}

fn move_object(account: &MoveAccount) -> MoveObject {
    MoveObject {
        ply: account.ply,
        mv: account.mv.to_string(),
        man: man_name(account.man),
        class: class_word(account.class),
        attack: account.attacks.first().map_or_else(AttackObject::default, attack_object),
        article: article_name(account.article),
        attacks: account.attacks.iter().map(attack_object).collect(),
    }
}

fn attack_object(attack: &Attack) -> AttackObject {
    AttackObject {
        attacker: Some(man_name(attack.attacker)),
        victim: Some(man_name(attack.victim)),
        unprotected: Some(attack.unprotected.is_some()),
        why: attack.unprotected.map(unprotected_word),
        how: Some(match attack.means {
            Means::Direct => "direct",
            Means::Discovered => "discovered",
            Means::Freed => "freed",
            Means::RootLost => "root_lost",
        }),
        every_move: Some(attack.every_move),
    }
}

/// A man as its FEN letter and its point: `R h5`, `c a0`.
fn man_name(man: Man) -> String {
    format!("{} {}", man.piece.letter(), man.square)
}

fn unprotected_word(unprotected: Unprotected) -> String {
    match unprotected {
        Unprotected::Costlier => "costlier".to_string(),
        Unprotected::NoRoot => "no_root".to_string(),
        Unprotected::FalseRoot { root } => format!("false_root {root}"),
        Unprotected::TooFewRoots => "too_few_roots".to_string(),
    }
}

fn article_name(article: Article) -> String {
    let book = match article.book {
        Book::Asian => "asian",
        Book::World => "world",
        Book::Chinese => "chinese",
        Book::League => "league",
        Book::Program => "program",
    };
    if article.number.is_empty() { book.to_string() } else { format!("{book} {}", article.number) }
}

fn reason_word(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::Repetition(_) => "repetition",
        Reason::BareMaterial => "bare_material",
        Reason::QuietLimit => "quiet_limit",
        Reason::Nothing => "nothing",
    }
}

fn conduct_word(conduct: Conduct) -> &'static str {
    match conduct {
        Conduct::Free => "free",
        Conduct::PerpetualAttack => "perpetual_attack",
        Conduct::PerpetualChase => "perpetual_chase",
        Conduct::HeldRookChase => "held_rook_chase",
        Conduct::PerpetualCheck => "perpetual_check",
    }
}

fn class_word(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Check => "check",
        MoveClass::Kill => "kill",
        MoveClass::Chase => "chase",
        MoveClass::LoneAttack => "lone_attack",
        MoveClass::CheckThreat => "check_threat",
        MoveClass::Exchange => "exchange",
        MoveClass::Sacrifice => "offer",
        MoveClass::Block => "block",
        MoveClass::Follow => "follow",
        MoveClass::Idle => "idle",
    }
}

/// What the side did on every move, `mixed` when that differs. Where only the chase of one man weighs, chasing
/// different men is mixed too.
fn kind_word(side: &SideAccount, rules: RuleSet) -> &'static str {
    let is_idle = |&(class, _): &(MoveClass, usize)| {
        matches!(
            class,
            MoveClass::Idle
                | MoveClass::Follow
                | MoveClass::LoneAttack
                | MoveClass::CheckThreat
                | MoveClass::Block
        )
    };
    match side.classes[..] {
        [(MoveClass::Block, _)] => "block",
        [(MoveClass::Chase, _)] if side.chased.is_empty() && rules != RuleSet::Chinese => "mixed",
        _ if side.classes.iter().all(is_idle) => "idle",
        [(class, _)] => class_word(class),
        _ => "mixed",
    }
}
