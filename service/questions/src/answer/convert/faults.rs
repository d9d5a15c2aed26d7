//! Sentences on errors: the reason why a position or a record cannot be read, or a question cannot
//! be answered, as keys of the text catalogues with their arguments.

use peatee_game::{Place, RECORD_BYTES_MAX};
use peatee_probe::ProbeError;
use peatee_probe::peatee_chess::pgn::PgnFault;
use peatee_probe::peatee_chess::{CastlingFault, EnPassantFault, FenError as ChessFenError, NumberField};
use peatee_proto::v1::Sentence;
use peatee_rules::draw::CounterError;
use peatee_rules::notation::FenError;
use peatee_rules::notation::pdn::PdnFault;
use peatee_rules::{IllegalPosition, Side, SquareReason};

use super::sentence::{known_or, sentence, with};
use crate::answer::texts::Texts;
use crate::errors::Error;

/// Returns the sentence that describes an error to a user; `None` if the text catalogues have no
/// such sentence.
pub fn fault(error: &Error) -> Option<Sentence> {
    match error {
        Error::Within { error, .. } => fault(error),
        Error::Fen(error) => of_fen(error),
        Error::Probe(ProbeError::Illegal(error)) => of_position(error),
        Error::ChessFen(error) => chess_fen(error),
        Error::Pdn(error) => Some(in_game(error.game, error.place, of_pdn(&error.fault)?)),
        Error::ChessPgn(error) => Some(in_game(error.game, error.place, of_pgn(&error.fault)?)),
        Error::Counters(CounterError::KingRun(error)) => {
            let places = [("moves", error.moves.to_string()), ("square", error.square.clone())];
            Some(with(sentence("fault.king-run", places), "side", vec![side(error.side)]))
        }
        _ => of_reason(error),
    }
}

/// Returns the sentence for the reason code of an error, with the metadata of the error as
/// arguments.
fn of_reason(error: &Error) -> Option<Sentence> {
    let key = format!("error/{}", error.policy().reason);
    let told = |out: Sentence, (name, value): (&str, String)| match name {
        "variant" => with(out, name, vec![game(&value)]),
        _ => put(out, name, value),
    };
    Texts::english().has(&key).then(|| error.metadata().into_iter().fold(sentence(key, []), told))
}

fn in_game(number: usize, Place { line, column }: Place, fault: Sentence) -> Sentence {
    let places = [("game", number.to_string()), ("line", line.to_string()), ("column", column.to_string())];
    with(sentence("fault.game", places), "fault", vec![fault])
}

fn of_fen(error: &FenError) -> Option<Sentence> {
    let text = String::clone;
    Some(match error {
        FenError::Parts { fen, found } => sentence("fault.parts", [("fen", text(fen)), ("found", found.to_string())]),
        FenError::SideToMove { found } => sentence("fault.side-to-move", [("found", text(found))]),
        FenError::Count { found } => sentence("fault.count", [("found", text(found))]),
        FenError::HubLength { found, expected, variant } => {
            let places = [("found", found.to_string()), ("expected", expected.to_string())];
            of_game(sentence("fault.hub-length", places), variant)
        }
        FenError::HubLetter { found } => sentence("fault.hub-letter", [("found", text(found))]),
        FenError::KindOrFile { item, kind, letter } => {
            let out = sentence("fault.kind-or-file", [("item", text(item)), ("letter", letter.to_string())]);
            with(out, "kind", vec![kind_of_piece(kind)])
        }
        FenError::Colour { found } => sentence("fault.colour", [("found", text(found))]),
        FenError::ColourTwice { side: twice } => with(sentence("fault.colour-twice", []), "side", vec![side(*twice)]),
        FenError::Square { name, list, variant, squares } => {
            let places = [("name", text(name)), ("list", text(list)), ("squares", squares.to_string())];
            of_game(sentence("fault.square", places), variant)
        }
        FenError::Range { item } => sentence("fault.range", [("item", text(item))]),
        FenError::Illegal(error) => return of_position(error),
        _ => return None,
    })
}

fn of_position(error: &IllegalPosition) -> Option<Sentence> {
    let why = match error {
        IllegalPosition::Empty => sentence("fault.empty", []),
        IllegalPosition::TwoOnOneSquare { square } => sentence("fault.two-on-one-square", [("square", square.clone())]),
        IllegalPosition::OffBoard { index, squares } => {
            sentence("fault.off-board", [("index", index.to_string()), ("squares", squares.to_string())])
        }
        IllegalPosition::NoSuchKind { variant, kind } => {
            with(of_game(sentence("fault.no-such-kind", []), variant), "kind", vec![kind_of_piece(kind)])
        }
        IllegalPosition::WrongSquare { side: owner, kind, square, reason } => {
            let out = sentence("fault.wrong-square", [("square", square.clone())]);
            let out = with(with(out, "side", vec![side(*owner)]), "kind", vec![kind_of_piece(kind)]);
            with(out, "reason", vec![square_reason(*reason)])
        }
        _ => return None,
    };
    Some(with(sentence("fault.impossible", []), "fault", vec![why]))
}

fn square_reason(reason: SquareReason) -> Sentence {
    let name = match reason {
        SquareReason::PromotionRow => "promotion-row",
        SquareReason::Promotion => "promotion",
        SquareReason::LastRow => "last-row",
        SquareReason::Unreachable => "unreachable",
        SquareReason::AfterEnd => "after-end",
        SquareReason::SecondKing => "second-king",
        SquareReason::MovedKing => "moved-king",
    };
    sentence(format!("fault.square.{name}"), [])
}

fn chess_fen(error: &ChessFenError) -> Option<Sentence> {
    let of_side = |key, name: &str, places: &[(&str, String)]| {
        let out = places.iter().fold(sentence(key, []), |out, (name, value)| put(out, name, value.clone()));
        with(out, "side", vec![side(if name == "White" { Side::White } else { Side::Black })])
    };
    let found = |found: &usize| ("found", found.to_string());
    let rank = |rank: &usize| ("rank", rank.to_string());
    Some(match error {
        ChessFenError::Fields { found: fields } => sentence("fault.chess.fields", [found(fields)]),
        ChessFenError::Rows { found: rows } => sentence("fault.chess.rows", [found(rows)]),
        ChessFenError::Squares { rank: at, found: squares } => {
            sentence("fault.chess.squares", [rank(at), found(squares)])
        }
        ChessFenError::Letter { rank: at, letter } => {
            sentence("fault.chess.letter", [rank(at), ("letter", format!("{letter:?}"))])
        }
        ChessFenError::Kings { side, found: kings } => of_side("fault.chess.kings", side, &[found(kings)]),
        ChessFenError::TooMany { side, pieces, pawns } => {
            of_side("fault.chess.too-many", side, &[("pieces", pieces.to_string()), ("pawns", pawns.to_string())])
        }
        ChessFenError::PawnOnEdge { square } => sentence("fault.chess.pawn-on-edge", [("square", square.clone())]),
        ChessFenError::KingsTouch { white, black } => {
            sentence("fault.chess.kings-touch", [("white", white.clone()), ("black", black.clone())])
        }
        ChessFenError::MoverInCheck { side } => of_side("fault.chess.mover-in-check", side, &[]),
        ChessFenError::Side { found } => sentence("fault.chess.side", [("found", format!("{found:?}"))]),
        ChessFenError::Castling { found, reason } => {
            let out = sentence("fault.chess.castling", [("found", format!("{found:?}"))]);
            with(out, "reason", vec![castling_fault(*reason)])
        }
        ChessFenError::EnPassant { found, reason } => {
            let out = sentence("fault.chess.en-passant", [("found", format!("{found:?}"))]);
            with(out, "reason", vec![en_passant_fault(*reason)])
        }
        ChessFenError::Number { field, found, least } => {
            let places = [("found", format!("{found:?}")), ("least", least.to_string())];
            let name = match field {
                NumberField::HalfMoveClock => "fault.number.half-moves",
                NumberField::MoveNumber => "fault.number.moves",
            };
            with(sentence("fault.chess.number", places), "field", vec![sentence(name, [])])
        }
        ChessFenError::Impossible => sentence("fault.chess.impossible", []),
        _ => return None,
    })
}

fn castling_fault(fault: CastlingFault) -> Sentence {
    let name = match fault {
        CastlingFault::Chess960 => "chess960",
        CastlingFault::Letters => "letters",
        CastlingFault::Twice => "twice",
        CastlingFault::Pieces => "pieces",
    };
    sentence(format!("fault.castling.{name}"), [])
}

fn en_passant_fault(fault: EnPassantFault) -> Sentence {
    let name = match fault {
        EnPassantFault::Square => "square",
        EnPassantFault::Rank => "rank",
        EnPassantFault::NoPawn => "no-pawn",
        EnPassantFault::Taken => "taken",
        EnPassantFault::Check => "check",
    };
    sentence(format!("fault.en-passant.{name}"), [])
}

fn of_pdn(fault: &PdnFault) -> Option<Sentence> {
    let value = |value: &String| ("value", value.clone());
    Some(match fault {
        PdnFault::NotOnlyMoves => sentence("fault.not-only-moves", []),
        PdnFault::Variant(unknown) => sentence("error/UNKNOWN_VARIANT", [("variant", unknown.id.clone())]),
        PdnFault::GameType { value: stated } => sentence("fault.game-type", [value(stated)]),
        PdnFault::Board { value: stated, variant, files, ranks } => {
            let places = [value(stated), ("files", files.to_string()), ("ranks", ranks.to_string())];
            of_game(sentence("fault.board", places), variant)
        }
        PdnFault::Numbering { value: stated, variant } => {
            of_game(sentence("fault.numbering", [value(stated)]), variant)
        }
        PdnFault::VariantTagsDisagree { variant, own, game_type } => {
            of_game(sentence("fault.variant-tags", [("own", own.clone()), ("game_type", game_type.clone())]), variant)
        }
        PdnFault::SetUpWithoutFen => sentence("fault.set-up", []),
        PdnFault::TooLong => too_long(),
        PdnFault::Fen(error) => return of_fen(error),
        _ => return None,
    })
}

fn of_pgn(fault: &PgnFault) -> Option<Sentence> {
    Some(match fault {
        PgnFault::Fen(error) => with(sentence("fault.chess.tag-fen", []), "fault", vec![chess_fen(error)?]),
        PgnFault::SetUpWithoutFen => sentence("fault.chess.set-up", []),
        PgnFault::TooLong => too_long(),
        PgnFault::NothingAnnounced => sentence("fault.chess.nothing-announced", []),
        PgnFault::Variant { variant } => sentence("fault.chess.variant", [("variant", format!("{variant:?}"))]),
        _ => return None,
    })
}

fn too_long() -> Sentence {
    sentence("fault.too-long", [("mib", (RECORD_BYTES_MAX >> 20).to_string())])
}

fn put(mut out: Sentence, name: &str, value: String) -> Sentence {
    out.places.push(super::sentence::place((name, value)));
    out
}

fn of_game(out: Sentence, variant: &str) -> Sentence {
    with(out, "variant", vec![game(variant)])
}

/// Returns a sentence that is only the name of a game. If no game has the id `id`, the sentence is
/// the id itself.
fn game(id: &str) -> Sentence {
    known_or(format!("game/{id}"), id)
}

fn side(side: Side) -> Sentence {
    sentence(if side == Side::White { "side.white" } else { "side.black" }, [])
}

fn kind_of_piece(name: &str) -> Sentence {
    sentence(format!("fault.kind.{name}"), [])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use peatee_probe::peatee_chess::Position;
    use peatee_probe::peatee_chess::pgn::games;
    use peatee_rules::notation::pdn::{each_game, read_moves};
    use peatee_rules::{Draughts, Variant};

    use super::*;

    /// Adds the catalogue keys of a sentence, and of the sentences in its placeholders, to `keys`.
    fn put_keys(sentence: &Sentence, keys: &mut BTreeSet<String>) {
        keys.insert(sentence.key.clone());
        sentence.places.iter().flat_map(|place| &place.sentences).for_each(|inner| put_keys(inner, keys));
    }

    fn draughts(id: &str) -> Draughts {
        Draughts::new(Variant::named(id).expect("a variant"))
    }

    fn draughts_errors() -> Vec<Error> {
        let mut errors = Vec::new();
        for (id, fens) in [
            (
                "international",
                &[
                    "W",
                    "X:W31:B1",
                    "W:W31:B1:H0:H0",
                    "W:Q31:B1",
                    "W:W31:W1",
                    "W:W31,99:B1",
                    "W:W40-31:B1",
                    "W:W:B",
                    "W:W31:B31",
                    "W:W1:B20",
                    "W:WP31:B1",
                    "Wwwwwwe",
                    "Wx",
                ][..],
            ),
            ("russian", &["W:Wa1,kc3:Ba8", "W:Wk3:Bb8,kd2"]),
            ("parachute", &["W:WP1:B20"]),
            ("breakthrough", &["W:WK1:B20", "B:WK1,K2:B20", "B:WK30:B20"]),
        ] {
            let game = draughts(id);
            errors.extend(fens.iter().filter_map(|fen| game.parse_fen(fen).err().map(Error::from)));
        }
        for pdn in [
            "[Variant \"ludo\"]\n\n*",
            "[GameType \"77\"]\n\n*",
            "[GameType \"20,W,8,8,N2,0\"]\n\n*",
            "[Variant \"russian\"]\n[GameType \"20\"]\n\n*",
        ] {
            errors.extend(each_game(pdn).filter_map(|game| game.variant().err().map(Error::from)));
        }
        let numbered = "[GameType \"30,W,8,8,A3,0\"]\n\n1. a3-b7 *";
        errors
            .extend(each_game(numbered).filter_map(|pdn| pdn.renumbered(&draughts("turkish")).err().map(Error::from)));
        let set_up = each_game("[SetUp \"1\"]\n\n1. 32-28 *").next().expect("a game");
        errors.extend(set_up.start(&draughts("international")).err().map(Error::from));
        errors.extend(read_moves("[White \"A\"]").err().map(Error::from));
        errors
    }

    fn chess_errors() -> Vec<Error> {
        let mut errors = Vec::new();
        let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let fens = [
            "x",
            "8/8 w - -",
            "9/8/8/8/8/8/8/8 w - -",
            "x7/8/8/8/8/8/8/8 w - -",
            "8/8/8/8/8/8/8/8 w - -",
            "kq6/qqqqqqqq/qqqqqqqq/8/8/8/8/K7 w - -",
            "k7/8/8/8/8/8/8/KP6 w - -",
            "kK6/8/8/8/8/8/8/8 w - -",
            "k7/8/8/8/8/8/8/R6K w - -",
            "k6K/8/8/8/8/8/8/8 x - -",
            "k7/8/8/8/8/8/8/7K w K -",
        ];
        let of_board = ["w AH -", "w x -", "w KK -", "w - x", "w - e3", "w - e6", "w - - x", "w - - 0 x"];
        let fens = fens.iter().map(|&fen| fen.to_owned()).chain(of_board.map(|rest| format!("{board} {rest}")));
        let more = ["rnbqkbnr/ppppp1pp/8/5p2/8/5P2/PPPPP1PP/RNBQKBNR w - e6", "k7/4r3/8/4p3/8/8/8/4K3 w - e6"];
        let fens = fens.chain(more.map(str::to_owned));
        errors.extend(fens.filter_map(|fen| Position::parse_fen(&fen).err().map(Error::from)));
        for pgn in ["[FEN \"x\"]\n\n*", "[SetUp \"1\"]\n\n1. e4 *", "[Variant \"Atomic\"]\n\n1. e4 *"] {
            errors.extend(games(pgn).filter_map(|game| game.start().err().map(Error::from)));
        }
        errors
    }

    /// Checks that the English sentence for an error equals the message of the error. They are
    /// allowed to differ in their first letter, the last full stop, and the names of games.
    #[test]
    fn the_sentence_of_a_fault_is_its_message() {
        let mut keys = BTreeSet::new();
        for error in draughts_errors().into_iter().chain(chess_errors()) {
            let told = fault(&error).unwrap_or_else(|| panic!("{error}"));
            put_keys(&told, &mut keys);
            let mut said = Texts::english().sentence(&told);
            for name in keys.iter().filter(|key| key.starts_with("game/")) {
                said = said.replace(&Texts::english().text(name, &[]), &name["game/".len()..]);
            }
            if !said.contains("There is no game `") {
                assert_eq!(said.trim_end_matches('.').to_lowercase(), error.to_string().to_lowercase());
            }
        }
        assert!(keys.len() > 50, "{} keys: {keys:?}", keys.len());
    }
}
