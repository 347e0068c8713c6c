//! The articles that rulings cite, with their words.
//!
//! Chinese wording as in the texts named in [`super`]; English is a plain rendering of the same sense.

use super::describe::MoveClass;
use crate::types::Kind;

/// A rule book.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Book {
    /// 亚洲象棋规则之棋例细则.
    Asian,
    /// 世界象棋规则, general articles.
    World,
    /// 中国象棋竞赛规则 (1999).
    Chinese,
    /// The simplified rules of the UCCI engine league.
    League,
    /// No book: a choice that programs offer.
    Program,
}

/// One article of a rule book.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Article {
    /// The book.
    pub book: Book,
    /// Its number there, such as `9` or `26.4`; empty for a book that numbers nothing.
    pub number: &'static str,
    /// What it says, in English.
    pub english: &'static str,
    /// What it says, in Chinese.
    pub chinese: &'static str,
}

impl Article {
    /// Article `number` of the 35 Asian articles.
    ///
    /// # Panics
    /// When there is no such article.
    pub(super) const fn asian(number: usize) -> Article {
        let (number, chinese, english) = ASIAN[number - 1];
        Article { book: Book::Asian, number, english, chinese }
    }
}

const fn article(book: Book, number: &'static str, chinese: &'static str, english: &'static str) -> Article {
    Article { book, number, english, chinese }
}

/// Both sides within the rules.
pub(super) const WORLD_DRAW: Article = article(
    Book::World,
    "3.2 B",
    "凡演成循环归原状态,双方均无犯例而经四次仍不变着者,可判和局",
    "A position that comes round again and again while neither side offends is a draw.",
);
/// Both sides offend alike.
pub(super) const WORLD_MUTUAL: Article = article(
    Book::World,
    "3.2 C",
    "双方均同时触犯同一禁例者,可判和局",
    "When both sides offend in the same way, it is a draw.",
);
/// One side offends.
pub(super) const WORLD_OFFENCE: Article = article(
    Book::World,
    "3.1 I",
    "一方犯规而另一方不犯例时,应由犯例方变着,不变作负",
    "When one side offends and the other does not, the offender must vary or lose.",
);

/// Perpetual check.
pub(super) const CHINESE_CHECK: Article = article(
    Book::Chinese,
    "26.1",
    "在任何情况下,均不允许单方面长将",
    "One side alone may in no case check for ever.",
);
/// Both sides within the rules.
pub(super) const CHINESE_ALLOWED: Article = article(
    Book::Chinese,
    "26.2",
    "双方均为允许着法,双方不变作和",
    "When both sides play what is allowed, it is a draw.",
);
/// Both sides offend.
pub(super) const CHINESE_MUTUAL: Article = article(
    Book::Chinese,
    "26.3",
    "双方均为禁止着法(不包括一方为长将),双方不变作和",
    "When both sides play what is forbidden, one-sided perpetual check aside, it is a draw.",
);
/// One side offends.
pub(super) const CHINESE_OFFENCE: Article = article(
    Book::Chinese,
    "26.4",
    "一方为禁止着法,另一方为允许着法,应由前者变着,不变判负",
    "When one side plays what is forbidden and the other what is allowed, the former must vary or lose.",
);

/// A man that is won, but not by taking it at once.
pub(super) const CHINESE_INDIRECT: Article = article(
    Book::Chinese,
    "29.1",
    "捉子的形式可以有:能够直接吃子;能够通过连续照将吃子;能够通过完整的交换过程得子",
    "A man may be chased by taking it at once, by a run of checks, or by a complete exchange.",
);

/// What the Chinese rules call a move of this class, made by a man of `kind` [Chinese, art. 27, 28].
pub(super) const fn chinese_class(class: MoveClass, kind: Kind) -> Article {
    let (number, chinese, english) = match (class, kind) {
        (MoveClass::Check, _) => {
            ("28.1", "凡走子直接攻击对方帅(将)者,称为将", "A move that attacks the general is a check.")
        }
        (MoveClass::Kill, _) => (
            "28.2",
            "凡走子企图在下一着照将或连续照将,将死对方者,称为杀",
            "A move that means to mate by the next check or by a run of checks is a mate threat.",
        ),
        (MoveClass::Chase, _) => (
            "28.3",
            "凡走子后能够造成在下一着(包括运用连续照将或连续交换的手段)吃掉对方某个无根子,称为捉",
            "A move that threatens to take an unprotected man next, or by checks or exchanges, is a chase.",
        ),
        (MoveClass::LoneAttack, Kind::King) => (
            "27.1",
            "允许帅(将)本身步步叫吃对方的棋子,按闲处理",
            "The general itself may attack on every move: idle.",
        ),
        (MoveClass::LoneAttack, _) => (
            "27.2",
            "兵(卒)本身捉吃对方的棋子,按闲处理;如形成相互长打局面,则按捉处理",
            "A soldier's own attack is idle; it is a chase when both sides attack on every move.",
        ),
        (MoveClass::Exchange, _) => (
            "28.5",
            "凡走子可与同等子力互换吃去者,称为兑",
            "A move that offers men of equal worth against each other is an exchange.",
        ),
        (MoveClass::Sacrifice, _) => {
            ("28.6", "凡无根子送吃,称为献", "A man offered for nothing is a sacrifice.")
        }
        (MoveClass::Block, _) => {
            ("28.7", "凡走子阻拦对方棋子的活动,称为拦", "A move that gets in the way is a block.")
        }
        (MoveClass::Follow, _) => {
            ("28.8", "凡走子盯牵对方有根子,称为跟", "A move that pursues a guarded man follows it.")
        }
        (MoveClass::Idle | MoveClass::CheckThreat, _) => (
            "28.9",
            "凡走子性质不属于将、杀、捉,统称为闲",
            "What is neither check, mate threat nor chase is idle.",
        ),
    };
    article(Book::Chinese, number, chinese, english)
}

/// The league's own short list.
pub(super) const LEAGUE: Article = article(
    Book::League,
    "",
    "单方长将,或走动之子长捉一子,不变作负",
    "One side alone may neither check for ever nor chase one man for ever with the man that moves.",
);
/// Only perpetual check is looked at.
pub(super) const CHECK_BAN: Article =
    article(Book::Program, "checkban", "只禁单方长将", "Only one-sided perpetual check is forbidden.");
/// Nothing is looked at.
pub(super) const ALWAYS_DRAW: Article =
    article(Book::Program, "alwaysdraw", "循环反复一律作和", "Every repetition is a draw.");

/// The 35 articles: number, words, sense.
#[rustfmt::skip]
const ASIAN: [(&str, &str, &str); 35] = [
    ("1", "无论任何情况,单方一子长将或多子交替长将者均需变着,不变作负",
        "One side alone may in no case check for ever, with one man or several in turn."),
    ("2", "双方循环长将(解将反将)作和",
        "When both sides check for ever, answering check with check, it is a draw."),
    ("3", "二将一还将,长将者作负",
        "Two checks against one check in return: the side that checks for ever loses."),
    ("4", "长杀作和。一方步步叫杀,另一方无论有无其他子力可以化解,或仅能走动将帅引避,均做和局",
        "Perpetual mate threats are a draw, however the other side can answer them."),
    ("5", "解杀反杀作和。一方步步催杀,一方步步解杀反杀,不变作和",
        "Mate threats answered by mate threats are a draw."),
    ("6", "一将一叫杀作和",
        "Check and mate threat in turn are a draw."),
    ("7", "一将一捉或多将一捉均作和局",
        "One check and one chase, or several checks and one chase, are a draw."),
    ("8", "一将一闲,一将一要抽吃均作和局",
        "One check and one idle move, or one check and one threat to win a man by check, are a draw."),
    ("9", "单炮或双炮不能长捉一车,有根车亦不能长捉之,就算车方连续两着均反捉无根子,炮亦不能长捉该车",
        "One cannon or two may not chase a chariot for ever, guarded or not, even if the chariot attacks unguarded men twice in a row."),
    ("10", "单炮分别轮回长捉两车作和,双炮分别轮回长捉两车亦作和",
        "One cannon chasing two chariots in turn is a draw, and so are two cannons chasing two chariots in turn."),
    ("11", "一捉一要抽吃判和局",
        "One chase and one threat to win a man by check are a draw."),
    ("12", "车可长捉有根炮,如炮一着有根,一着无根,车仍可长捉该炮两步",
        "A chariot may follow a guarded cannon for ever; if the cannon is guarded on one move and not on the other, the chariot may still do so."),
    ("13", "车捉无根炮,无论炮是否长杀,或有一照,或一照反捉,均不得长捉之,就算炮方连续两着分捉别两子,亦不能长捉之",
        "A chariot may not chase an unguarded cannon for ever, whatever the cannon threatens, checks or attacks meanwhile."),
    ("14", "车被马牵制不能移动时,无论马是否有根,均不能以任何子长捉车,否则判为负局",
        "A chariot that a horse holds so that it cannot move may not be chased for ever by any man, whether the horse is guarded or not."),
    ("15", "炮马不能分别长捉一车,无论车是否有根,又或是否反捉一步或两步,炮马方亦不能长捉之,双马分捉一车亦然,不变作负",
        "Cannon and horse may not take turns to chase a chariot, guarded or not, even if it attacks in return; nor may two horses."),
    ("16", "马长捉车。车仅反捉一着,则无论车是否有根,马方亦不能长捉之,不变作负",
        "A horse may not chase a chariot for ever, guarded or not, if the chariot attacks in return only on one move."),
    ("17", "车马循环长捉作和",
        "Chariot and horse that chase each other for ever make a draw."),
    ("18", "车长捉马,而马仅反捉一着,或仅有一照,或一照一反捉他子,车方均不能长捉之",
        "A chariot may not chase a horse for ever if the horse only attacks in return once, or checks once, or does one of each."),
    ("19", "捉同类子,如双方均未受牵制互能去子者,视为长献,不变作和;如一方受牵制或马被绊脚不能去子时,对方不能长捉之",
        "Like men that could take each other: a perpetual offer, a draw. If one is pinned or has its leg blocked, the other may not chase it for ever."),
    ("20", "炮利用别子做炮台捉对方无根之马,士,象,过河兵卒时,虽敌子不动,而双方仅移动炮台,仍作为长捉,不变作负,如长捉未过河兵卒则可以作和",
        "A cannon whose screen alone moves chases an unguarded horse, advisor, elephant or crossed soldier, though that man stands still; a soldier before the river may be attacked."),
    ("21", "炮利用别子为炮台捉对方之车(有根或无根车均同),虽敌车不动,双方仅移动炮台,仍视为长捉,不变作负",
        "A cannon whose screen alone moves chases a chariot, guarded or not, though the chariot stands still."),
    ("22", "车被炮牵制不能离线,车在该线移动不能作为捉子论,如以车捉之,不视为献着,如果有一步有根,则该着不作为捉子,如以马或炮捉之,不论车是否有根,均不能长捉",
        "A chariot that a cannon holds on a line attacks nothing by moving along it. It may not be chased for ever: by a chariot unless it is guarded on one move, by horse or cannon in no case."),
    ("23", "将帅长捉子作和,若其中一步联合其他子长捉亦作和局",
        "A general may chase for ever, even if another man joins on one of the moves."),
    ("24", "兵卒长捉子作和。两兵卒或数兵卒联合捉一子或多子亦作和。若其中一步联合车,马,炮长捉一子亦作和局",
        "Soldiers may chase for ever, even if a chariot, horse or cannon joins on one of the moves."),
    ("25", "将帅或兵卒若每步都联合其他子长捉一子仍作负局",
        "General or soldier together with another man on every move may not chase one man for ever."),
    ("26", "车不能长捉已渡河兵卒,无论该兵卒是否连续反捉子,车方必须变着,否则作负",
        "A chariot may not chase a crossed soldier for ever, whatever the soldier attacks in return."),
    ("27", "一子轮捉两子或多子作和。两子分别轮捉两子或多子亦作和局",
        "One man chasing two or more in turn is a draw, and so are two men chasing two or more in turn."),
    ("28", "两子或多子轮捉一子作负",
        "Two or more men that chase one man in turn lose."),
    ("29", "有根子被捉时,如其根受牵制失去保护力者(统称假根),则不能长捉之",
        "A guarded man whose guard is held and cannot protect it (a false root) may not be chased for ever."),
    ("30", "两子或多子劫一子时,如该子为真根子,不作长捉论,双方不变,可作和局",
        "Two or more men that attack one man with a true root do not chase it: a draw."),
    ("31", "捉两步而其中一步兼兑者仍作长捉,长捉兼长兑者亦作长捉论",
        "Two chases of which one also offers an exchange are a perpetual chase, and so is a chase that offers exchanges all the time."),
    ("32", "凡甲方车帅被乙方车炮联合控制时,甲方如果以马或炮长捉乙方该车仍视为长捉,不变作负",
        "When chariot and general are held by the other side's chariot and cannon, a horse or cannon that chases the chariot for ever loses."),
    ("33", "长要抽吃作和",
        "Perpetual threats to win a man by check are a draw."),
    ("34", "长拦作和",
        "Perpetual blocking is a draw."),
    ("35", "长兑,长献均作和",
        "Perpetual offers of exchange and perpetual sacrifices are a draw."),
];
