//! Rulings in Chinese, in the rule books' own terms.

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
        Verdict::Draw | Verdict::Ongoing => "",
    };
    match (ruling.reason, &ruling.account) {
        (Reason::Repetition(_), Some(account)) => format!("裁定：{}", judgement(account)),
        (Reason::Nothing, Some(account)) => {
            format!("裁定：未满{}次，对局继续。如不变着：{}", ruling.rules.occurrences(), judgement(account))
        }
        (Reason::Checkmate, _) => format!("裁定：{loser}被将死，判负。"),
        (Reason::Stalemate, _) => format!("裁定：{loser}被困毙，判负。"),
        (Reason::BareMaterial, _) => "裁定：双方均无可能取胜，判和。".to_string(),
        (Reason::QuietLimit, _) => "裁定：符合自然限着，判和。".to_string(),
        (Reason::Nothing | Reason::Repetition(_), _) => "裁定：对局继续。".to_string(),
    }
}

/// What a cycle is worth, and by which article.
fn judgement(account: &Account) -> String {
    let verdict = match account.verdict {
        Verdict::Loses(color) => format!("{}应变着，不变判负", name(color)),
        Verdict::Draw | Verdict::Ongoing => "双方不变作和".to_string(),
    };
    format!("{verdict}。依据{}：“{}”。", article(account.article), account.article.chinese)
}

fn repetition(occurrences: usize, account: &Account) -> String {
    let moves: Vec<String> = account.moves.iter().map(|account| account.mv.to_string()).collect();
    let times = match turns(account) {
        1 => String::new(),
        turns => format!("，循环{turns}次"),
    };
    let from = account.first_ply;
    format!("局面第{occurrences}次出现。自第{from}着起循环反复：{}{times}。", moves.join(" "))
}

/// What one side did, as a whole and move by move.
fn side(account: &Account, color: Color) -> Vec<String> {
    let side = &account.sides[color.index()];
    let mut lines = vec![format!("{}：{}。", name(color), conduct(side))];
    let own = account.moves.iter().filter(|account| account.mover == color);
    lines.extend(own.map(|account| format!("  {}", one_move(account))));
    lines
}

/// What a side did, in the rule book's own term.
fn conduct(side: &SideAccount) -> String {
    let men: Vec<String> = side.chased.iter().map(|&it| man(it)).collect();
    let men = men.join("、");
    match side.conduct {
        Conduct::PerpetualCheck => "长将".to_string(),
        Conduct::HeldRookChase => format!("长捉{men}，该车被马牵制"),
        Conduct::PerpetualChase => format!("长捉{men}"),
        Conduct::PerpetualAttack => format!("{}，步步是打，禁止着法", counts(side)),
        Conduct::Free => format!("{}，允许着法", counts(side)),
    }
}

/// The classes of the moves: `长杀`, `一将一捉`, `二捉一闲`.
fn counts(side: &SideAccount) -> String {
    match side.classes[..] {
        [(MoveClass::Idle, _)] => "闲着".to_string(),
        [(MoveClass::LoneAttack, _)] => "将帅或兵卒捉子".to_string(),
        [(class, _)] => format!("长{}", class_name(class)),
        _ => side
            .classes
            .iter()
            .map(|&(class, count)| format!("{}{}", number(count), class_name(class)))
            .collect(),
    }
}

fn one_move(account: &MoveAccount) -> String {
    let mut line = format!("{}（{}）：{}", account.mv, man(account.man), class_name(account.class));
    for attack in &account.attacks {
        line.push('；');
        line.push_str(&attack_line(attack));
    }
    format!("{line}（{}）", article(account.article))
}

fn attack_line(attack: &Attack) -> String {
    let how = match attack.means {
        Means::Direct => "",
        Means::Discovered => "闪开",
        Means::Freed => "解脱牵制",
        Means::RootLost => "去根",
    };
    let why = match attack.unprotected {
        None => "有根或可互吃".to_string(),
        Some(Unprotected::Costlier) => "不论有根无根".to_string(),
        Some(Unprotected::NoRoot) => "无根".to_string(),
        Some(Unprotected::FalseRoot { root }) => format!("{root}为假根"),
        Some(Unprotected::TooFewRoots) => "少根".to_string(),
    };
    format!("{how}以{}捉{}，{why}", man(attack.attacker), man(attack.victim))
}

fn article(article: Article) -> String {
    let book = match article.book {
        Book::Asian => "亚洲棋例细则",
        Book::World => "世界象棋规则",
        Book::Chinese => "中国象棋竞赛规则",
        Book::League => "联赛简化规则",
        Book::Program => "程序选项",
    };
    match (article.book, article.number) {
        (_, "") => book.to_string(),
        (Book::Program, number) => format!("{book}{number}"),
        (_, number) => format!("{book}第{number}条"),
    }
}

fn class_name(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Check => "将",
        MoveClass::Kill => "杀",
        MoveClass::Chase => "捉",
        MoveClass::LoneAttack => "将帅或兵卒自捉",
        MoveClass::CheckThreat => "要抽吃",
        MoveClass::Exchange => "兑",
        MoveClass::Sacrifice => "献",
        MoveClass::Block => "拦",
        MoveClass::Follow => "跟",
        MoveClass::Idle => "闲",
    }
}

fn man(man: Man) -> String {
    format!("{}{}", man.piece.chinese(), man.square)
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Red => "红方",
        Color::Black => "黑方",
    }
}

/// Small numbers as the rule books write them: 一将, 二捉.
fn number(count: usize) -> String {
    const DIGITS: [&str; 11] = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"];
    DIGITS.get(count).map_or_else(|| count.to_string(), ToString::to_string)
}
