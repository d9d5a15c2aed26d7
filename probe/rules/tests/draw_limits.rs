//! Tests of the present rule codes at the limits of their counts. One ply before the limit, the
//! game is not drawn; the next ply draws and ends it. A text cannot state more plies than the
//! limit.

use crate::common::run::{Run, claims, drawn_by, rules, run};
use peatee_rules::draw::{CounterError, Loss, Outcome, PlayError};
use peatee_rules::{Kind, Side};

/// A position in which a count is one ply before its limit.
struct Limit {
    fen: &'static str,
    stated: &'static str,
    /// The move that exhausts the count. If empty, the test plays a quiet king move that allows no
    /// capture.
    by: &'static str,
    article: &'static str,
}

const fn limit(fen: &'static str, stated: &'static str, by: &'static str, article: &'static str) -> Limit {
    Limit { fen, stated, by, article }
}

/// Returns the stated counters with `add` more plies for the first count.
fn with_plies(stated: &str, add: i32) -> String {
    let (count, rest) = stated.split_once(',').unwrap_or((stated, ""));
    let (key, plies) = count.split_once('=').expect("a count is stated");
    let (digits, side) = plies.split_at(plies.find(['w', 'b']).unwrap_or(plies.len()));
    let plies = digits.parse::<i32>().expect("plies") + add;
    format!("{key}={plies}{side},{rest}")
}

fn assert_limits(variant: &str, code: &str, limits: &[Limit]) {
    for Limit { fen, stated, by, article } in limits {
        let context = format!("{code} {fen} {stated}");
        let play = |before: Run| if by.is_empty() { before.wait(1) } else { before.play(by) };
        let before = run(variant, rules(code), fen, stated);
        assert_eq!(before.left(article), 1, "{context}");
        assert_eq!(claims(&before.outcome(&[])), [], "{context}");

        // At the limit the game is drawn without a claim and is over.
        let mut record = before.record();
        let after = play(run(variant, rules(code), fen, stated));
        let moves = record.legal_moves().unwrap();
        let mv = moves.iter().find(|mv| record.game().play(&before.position, mv) == after.position);
        let mv = mv.expect("it is legal").clone();
        record.play(&mv).unwrap();
        let Outcome::Drawn(draw) = record.outcome() else { panic!("{context}: {}", record.outcome()) };
        assert_eq!((draw.article, draw.claimant, draw.since_ply), (*article, None, 1), "{context}");
        assert_eq!(after.left(article), 0, "{context}");
        let next = record.legal_moves().unwrap()[0].clone();
        assert!(matches!(record.play(&next), Err(PlayError::GameOver { plies: 1, .. })), "{context}");
        let beyond = rules(code).parse_counters(&with_plies(stated, 2), &before.position);
        assert!(matches!(beyond, Err(CounterError::OverLimit { .. })), "{context}: {beyond:?}");

        // With one ply less, or one counted move less, the same move does not draw.
        let status = before.rules.status(&before.counters, &before.position);
        let is_own = status.iter().any(|count| count.rule.article == *article && count.strong_side.is_some());
        let earlier = with_plies(stated, if is_own { -2 } else { -1 });
        let earlier = run(variant, rules(code), fen, &earlier);
        assert!(earlier.left(article) > 1, "{context}");
        assert_eq!(drawn_by(&play(earlier).outcome(&[])), None, "{context}");
    }
}

/// Asserts that a position draws without a claim when it occurs for the third time, but not before.
fn assert_third_time_draws(variant: &str, code: &str, fen: &str, article: &str) {
    let start = run(variant, rules(code), fen, "");
    let round = round(&start);
    let moves: Vec<&str> = round.iter().chain(&round).map(String::as_str).collect();
    assert_eq!(claims(&start.outcome(&moves[..4])), [], "{code}: the second time");
    assert_eq!(claims(&start.outcome(&moves[..7])), [], "{code}: one ply before the third time");
    let Outcome::Drawn(draw) = start.outcome(&moves) else { panic!("{code}: {}", start.outcome(&moves)) };
    assert_eq!((draw.article, draw.claimant, draw.since_ply), (article, None, 8), "{code}");
    let mut record = start.record();
    for text in &moves {
        let mv = start.game.parse_move(record.position(), text).unwrap();
        record.play(&mv).unwrap();
    }
    let next = record.legal_moves().unwrap()[0].clone();
    assert!(matches!(record.play(&next), Err(PlayError::GameOver { plies: 8, .. })), "{code}: one ply after");
}

/// Returns four quiet king moves after which all pieces are back on their squares.
fn round(start: &Run) -> Vec<String> {
    let quiet = |position: &peatee_rules::Position| {
        let moves = start.game.moves(position).unwrap();
        moves.into_iter().filter(|mv| mv.kind == Kind::King && !mv.is_capture()).collect::<Vec<_>>()
    };
    for there in quiet(&start.position) {
        let first = start.game.play(&start.position, &there);
        for answer in quiet(&first) {
            let second = start.game.play(&first, &answer);
            for back in quiet(&second) {
                let third = start.game.play(&second, &back);
                let home = quiet(&third).into_iter().find(|mv| start.game.play(&third, mv) == start.position);
                if let Some(home) = home {
                    return [there, answer, back, home].iter().map(|mv| start.game.full_text(mv)).collect();
                }
            }
        }
    }
    panic!("no way there and back")
}

#[test]
fn fmjd_64_russian() {
    assert_limits(
        "russian",
        "FMJD-64-Russian",
        &[
            // 7.2.4: three kings or more. When the lone king moved first, the 15th move is ply 30.
            limit("W:WKa3,Kb8,Kd8:BKh4", "7.2.4=28,7.2.6=20,7.2.5=20", "", "7.2.4"),
            limit("W:WKa3,Kb8,Kd8:BKh4", "7.2.4=29,7.2.6=20,7.2.5=20", "", "7.2.4"),
            limit("W:WKa3,Kb8,Kd8,Kf8:BKh2", "7.2.4=28,7.2.6=20,7.2.5=20", "", "7.2.4"),
            limit("W:WKa3,Kb8,Kd8,Kf8:BKh2", "7.2.4=29,7.2.6=20,7.2.5=20", "", "7.2.4"),
            limit("B:WKh4:BKa3,Kb8,Kd8", "7.2.4=28,7.2.6=20,7.2.5=20", "", "7.2.4"),
            limit("W:WKa3,Kc1,Ke1,Kg1,b2:BKh4,Kh8,Kf8", "7.2.5=29", "", "7.2.5"),
            // 7.2.6: 30 moves by each side with 4 or 5 pieces, 60 moves by each side with 6 or 7.
            limit("W:WKa3,c1,a5:BKh4", "7.2.6=59,7.2.5=9", "a5-b6", "7.2.6"),
            limit("W:WKa3,c1,a5:BKh4,f8", "7.2.6=59,7.2.5=9", "a5-b6", "7.2.6"),
            limit("W:WKa3,c1,a5:BKh4,f8,b8", "7.2.6=119,7.2.5=9", "a5-b6", "7.2.6"),
            limit("W:WKa3,c1,a5:BKh4,f8,b8,h8", "7.2.6=119,7.2.5=9", "a5-b6", "7.2.6"),
            // 7.2.7: the king on the main road against three kings, two kings and a man, or a king
            // and two men. When the lone king moved first, the 5th move is ply 10.
            limit("W:WKa3,Kb8,Kd8:BKa1", "7.2.7=8", "d8-h4", "7.2.7"),
            limit("W:WKb8,Kd8,c5:BKa1", "7.2.7=8", "d8-h4", "7.2.7"),
            limit("W:WKd8,a5,c5:BKa1", "7.2.7=8", "d8-h4", "7.2.7"),
            limit("W:WKa3,Kb8,Kd8:BKh8", "7.2.7=9", "d8-h4", "7.2.7"),
            limit("W:WKb8,Kd8,c5:BKh8", "7.2.7=9", "d8-h4", "7.2.7"),
            limit("W:WKd8,a5,c5:BKh8", "7.2.7=9", "d8-h4", "7.2.7"),
            // 7.2.8
            limit("W:WKa3,Kb8:BKh4", "7.2.8=8", "", "7.2.8"),
            limit("W:WKa3,Kb8:BKh4", "7.2.8=9", "", "7.2.8"),
            limit("W:WKa3,a5:BKh4", "7.2.8=8", "", "7.2.8"),
            limit("W:WKa3,a5:BKh4", "7.2.8=9", "", "7.2.8"),
            limit("W:WKa3:BKh4", "7.2.8=9", "", "7.2.8"),
            limit("B:WKa3:BKh4", "7.2.8=9", "", "7.2.8"),
        ],
    );
    assert_third_time_draws("russian", "FMJD-64-Russian", "W:WKa3,c1:BKh4,f8", "7.2.3");
    assert_limits(
        "russian",
        "FMJD-64-Russian+each-side",
        &[
            limit("W:WKa3,Kb8,Kd8:BKh4", "7.2.4=29,7.2.6=20,7.2.5=20", "", "7.2.4"),
            limit("W:WKa3,Kb8,Kd8:BKa1", "7.2.7=9", "d8-h4", "7.2.7"),
            limit("W:WKa3,Kb8:BKh4", "7.2.8=9", "", "7.2.8"),
        ],
    );
}

#[test]
fn fmjd_100_2024() {
    assert_limits(
        "international",
        "FMJD-100-2024",
        &[
            limit("W:WK47,40:BK4,K1", "6.2=49", "47-42", "6.2"),
            limit("W:WK1,K6,K16:BK50", "6.3=31", "", "6.3"),
            limit("W:WK1,K6,26:BK50", "6.3=31", "", "6.3"),
            limit("W:WK1,16,26:BK50", "6.3=31", "", "6.3"),
            limit("W:WK1,K6,K16:BK46", "6.3diagonal=9,6.3=20", "16-27", "6.3 diagonal"),
            limit("W:WK1,K16,26:BK46", "6.3diagonal=9,6.3=20", "16-27", "6.3 diagonal"),
            limit("W:WK16,25,26:BK46", "6.3diagonal=9,6.3=20", "16-27", "6.3 diagonal"),
            limit("B:WK1,K6,K16:BK46", "6.3diagonal=9,6.3=20", "46-5", "6.3 diagonal"),
            limit("W:WK1,K6:BK50", "6.4=9", "", "6.4"),
            limit("W:WK1,26:BK50", "6.4=9", "", "6.4"),
            limit("W:WK1:BK50", "6.4=9", "", "6.4"),
        ],
    );
    assert_third_time_draws("international", "FMJD-100-2024", "W:WK47,K48,K1,31:BK4", "6.1");
}

#[test]
fn cbd_64() {
    assert_limits(
        "brazilian",
        "CBD-64",
        &[
            limit("W:WKa3,Kc1,Ke1,Kg1:BKh4,Kb8", "97b=39", "", "97 b"),
            limit("W:WKa3,Kb8,Kd8:BKh4", "97b=39", "", "97 b"),
            // 99: the five endings.
            limit("W:WKa3,Kc1:BKh4,Kf8", "99=9", "", "99"),
            limit("W:WKa3,Kc1:BKh4,f8", "99=9", "", "99"),
            limit("W:WKa3,c1:BKh4,Kf8", "99=9", "", "99"),
            limit("W:WKa3,Kc1:BKh4", "99=9", "", "99"),
            limit("W:WKa3,c1:BKh4", "99=9", "", "99"),
            limit("W:WKa3:BKh4", "99=9", "", "99"),
            // 100 has the same classes and limit as 7.2.7 of the FMJD for 64 squares.
            limit("W:WKa3,Kb8,Kd8:BKa1", "100=8", "d8-h4", "100"),
            limit("W:WKb8,Kd8,c5:BKa1", "100=8", "d8-h4", "100"),
            limit("W:WKd8,a5,c5:BKa1", "100=8", "d8-h4", "100"),
            limit("W:WKa3,Kb8,Kd8:BKh8", "100=9", "d8-h4", "100"),
            limit("W:WKb8,Kd8,c5:BKh8", "100=9", "d8-h4", "100"),
            limit("W:WKd8,a5,c5:BKh8", "100=9", "d8-h4", "100"),
        ],
    );
    assert_third_time_draws("brazilian", "CBD-64", "W:WKa3,c1,e1:BKh4,f8", "98");
}

#[test]
fn fpd() {
    assert_limits(
        "portuguese",
        "FPD",
        &[
            limit("W:WK1,K3,K4:BK29", "3.8a=22", "", "3.8 a"),
            limit("W:WK1,K3,K4:BK29", "3.8a=23", "", "3.8 a"),
            limit("W:WK2,K3:BK29", "3.8b=39", "", "3.8 b"),
            limit("W:WK2,3,4,6:BK29,K31,30", "3.8b=39", "", "3.8 b"),
        ],
    );
    assert_limits(
        "portuguese",
        "FPD+each-side",
        &[limit("W:WK1,K3,K4:BK29", "3.8a=23", "", "3.8 a"), limit("B:WK1,K3,K4:BK29", "3.8a=23", "", "3.8 a")],
    );
    assert_third_time_draws("portuguese", "FPD", "W:WK2,3,4:BK29,K31,30", "5.3");
}

/// Checks that the twelfth move may still capture the king ("the capturing one included").
#[test]
fn fpd_the_twelfth_move_may_take_the_king() {
    for side_that_began in ["3.8a=22", "3.8a=23"] {
        let twelfth = run("portuguese", rules("FPD"), "W:WK1,K3,K21:BK14", side_that_began);
        let moves = twelfth.game.moves(&twelfth.position).unwrap();
        assert!(moves[0].is_capture());
        let text = twelfth.game.full_text(&moves[0]);
        let lost = Outcome::Lost { loser: Side::Black, how: Loss::NoPieces, article: None };
        assert_eq!(twelfth.outcome(&[&text]), lost);
    }
}

#[test]
fn apca() {
    assert_limits(
        "pool",
        "APCA",
        &[
            limit("W:WK21,K1,K2:BK20", "13=24", "", "13"),
            limit("W:WK21,K1,K2:BK20", "13=25", "", "13"),
            // The count runs on when a king is given up.
            limit("W:WK21,K1:BK20", "13=24", "", "13"),
        ],
    );
    assert_limits("pool", "APCA+each-side", &[limit("W:WK21,K1,K2:BK20", "13=25", "", "13")]);
}

#[test]
fn frisian() {
    assert_limits(
        "frisian",
        "Frisian",
        &[
            limit("W:WK1,K16:BK49", "twokings=12", "", "two kings"),
            limit("W:WK1,K16:BK49", "twokings=13", "", "two kings"),
        ],
    );
    assert_limits("frisian", "Frisian+each-side", &[limit("W:WK1,K16:BK49", "twokings=13", "", "two kings")]);
}

/// Checks the older rule codes at the limits of their counts. The module `draw_articles` tests the
/// articles of these codes.
#[test]
fn codes_of_before() {
    assert_limits(
        "international",
        "FMJD-100",
        &[
            limit("W:WK47,40:BK5,K1", "6.2=49", "47-42", "6.2"),
            limit("W:WK1,K6,K16:BK50", "6.3=31", "", "6.3"),
            limit("W:WK1,K6:BK50", "6.4=9", "", "6.4"),
        ],
    );
    assert_limits(
        "brazilian",
        "FMJD-64",
        &[limit("W:WKa3,Kb8,Kd8:BKh4", "6.2=29", "", "6.2"), limit("W:WKa3,Kb8:BKh4", "6.3=9", "", "6.3")],
    );
}
