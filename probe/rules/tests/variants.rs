//! Checks that every rule table is correct: legal start position, symmetry, unique identity.

use crate::common::features::feature_table;
use crate::common::{Random, games, random_placement, random_play};
use peatee_rules::variant::{Opening, SquareNames};
use peatee_rules::{Bitboard, Counting, Draughts, Kind, Position, Shade, Side, VARIANTS, Variant, with_kernel};

#[test]
fn start_positions_are_legal_and_both_sides_have_as_many_pieces() {
    for game in games() {
        let start = game.parse_fen(game.variant().start).unwrap_or_else(|e| panic!("{}: {e}", game.variant().id));
        let [white, black] = Side::BOTH.map(|side| start.setup.of_side(side).count());
        assert_eq!(white, black, "{}", game.variant().id);
        assert!(!game.moves(&start).unwrap().is_empty(), "{}", game.variant().id);
    }
}

#[test]
fn ids_and_titles_are_unique_and_ids_are_plain() {
    for (i, variant) in VARIANTS.iter().enumerate() {
        assert!(
            variant.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
            "{}",
            variant.id
        );
        assert_eq!(Variant::named(variant.id).map(|v| v.title), Ok(variant.title));
        for other in &VARIANTS[..i] {
            assert_ne!(variant.id, other.id);
            assert_ne!(variant.title, other.title);
        }
    }
}

#[test]
fn an_unknown_variant_is_refused_with_the_known_ones() {
    let error = Variant::named("chess").expect_err("not a draughts game").to_string();
    let ids: Vec<&str> = VARIANTS.iter().map(|v| v.id).collect();
    assert_eq!(error, format!("there is no variant `chess`; there are: {}", ids.join(", ")));
}

/// Pairs of variants with equal rules. The encoded rules of all other variants
/// (`Variant::identity`) must differ.
const SAME_RULES: [(&str, &str); 1] = [("portuguese", "spanish")];

#[test]
fn different_rules_have_different_identities() {
    for (i, a) in VARIANTS.iter().enumerate() {
        for b in &VARIANTS[..i] {
            let same = SAME_RULES.contains(&(a.id, b.id)) || SAME_RULES.contains(&(b.id, a.id));
            assert_eq!(a.identity() == b.identity(), same, "{} and {}", a.id, b.id);
        }
    }
}

#[test]
fn the_mirror_is_a_symmetry() {
    let mut mirrored = 0;
    for game in games().iter().filter(|game| game.variant().mirror.is_some()) {
        let mut random = Random::new(0x5eed);
        let mut positions = random_play(game, &mut random, 60);
        positions.extend((0..40).map(|_| random_placement(game, &mut random, 10)));
        // In the opening of konane, removals are allowed on squares given for one colour only.
        let in_play = |position: &Position| match game.variant().opening {
            Opening::Moves => true,
            Opening::Removals(_) => position.setup.piece_count() + 1 < game.variant().board.square_count() as u32,
        };
        for position in positions.iter().filter(|p| in_play(p)).step_by(3) {
            let other = mirror(game, position);
            assert_eq!(game.check(&other), Ok(()), "{} {}", game.variant().id, game.fen(position));
            assert_eq!(mirror(game, &other), *position);
            for counting in [Counting::Moves, Counting::Paths] {
                let counts = [position, &other].map(|p| game.perft(p, 2, counting).unwrap());
                assert_eq!(counts[0], counts[1], "{} {}", game.variant().id, game.fen(position));
            }
            mirrored += 1;
        }
    }
    assert!(mirrored > 500, "{mirrored} positions");
}

fn mirror(game: &Draughts, position: &Position) -> Position {
    let setup = with_kernel!(game, kernel => kernel.mirrored(&position.setup.convert()).convert());
    Position { setup, side: position.side.other() }
}

#[test]
fn pieces_never_leave_the_squares_they_can_stand_on() {
    for game in games() {
        let mut random = Random::new(0xfeed);
        for _ in 0..20 {
            let start = random_placement(&game, &mut random, 12);
            for mv in game.moves(&start).unwrap() {
                let next = game.play(&start, &mv);
                if !next.setup.occupied().is_empty() {
                    assert_eq!(game.check(&next), Ok(()), "{} {}", game.variant().id, game.fen(&start));
                }
            }
        }
    }
}

#[test]
fn quiet_moves_can_be_taken_back() {
    for game in games() {
        let mut random = Random::new(0xbac4);
        for _ in 0..40 {
            let position = random_placement(&game, &mut random, 8);
            with_kernel!(game, kernel => {
                let setup = position.setup.convert();
                let mut nexts = Vec::new();
                kernel.quiet_moves(&setup, position.side, |mv| {
                    if mv.kind == mv.becomes {
                        nexts.push(kernel.after(&setup, position.side, &mv));
                    }
                });
                for next in &nexts {
                    let mut found = 0;
                    for &kind in kernel.kinds() {
                        kernel.quiet_unmoves(next, position.side, kind, |before| found += (*before == setup) as u32);
                    }
                    assert_eq!(found, 1, "{} {}", game.variant().id, game.fen(&position));
                }
            });
        }
    }
}

#[test]
fn the_game_type_says_the_same_as_the_table() {
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for variant in VARIANTS {
        let Some(tag) = variant.notation.game_type else { continue };
        let [number, _, files, ranks, notation, invert] = tag.split(',').collect::<Vec<_>>()[..] else {
            panic!("{tag}")
        };
        match seen.iter().find(|(known, _)| *known == number) {
            None => seen.push((number, variant.id)),
            // A variant with another reading of the rules comes later in the list, and its id
            // starts with the id of the first.
            Some((_, id)) => assert!(variant.id.starts_with(&format!("{id}-")), "{tag} stands for {id} already"),
        }
        assert_eq!(files, variant.board.files.to_string(), "{tag}");
        assert_eq!(ranks, variant.board.ranks.to_string(), "{tag}");
        assert_eq!(notation.starts_with('A'), variant.notation.squares == SquareNames::Algebraic, "{tag}");
        assert_eq!(invert == "1", variant.board.shade == Shade::Light, "{tag}");
    }
    assert_eq!(seen.len(), 13, "numbered games of PDN 3.0: {seen:?}");
}

#[test]
fn the_feature_table_has_a_row_for_every_variant() {
    let table = feature_table();
    let columns = |line: &str| line.matches('|').count();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), VARIANTS.len() + 2);
    assert!(lines.iter().all(|line| columns(line) == columns(lines[0])), "{table}");
    for (line, variant) in lines[2..].iter().zip(VARIANTS) {
        assert!(line.starts_with(&format!("| `{}` |", variant.id)), "{line}");
    }
}

#[test]
fn konane_begins_with_two_removals() {
    let game = Draughts::new(Variant::named("konane").expect("listed"));
    let start = game.start();
    let texts = |position: &Position| -> Vec<String> {
        game.moves(position).unwrap().iter().map(|mv| game.move_text(position, mv)).collect()
    };
    assert_eq!(texts(&start), ["a8", "d5", "e4", "h1"].map(String::from));
    let next = game.play(&start, &game.parse_move(&start, "d5").expect("legal"));
    assert_eq!(texts(&next), ["d6", "c5", "e5", "d4"].map(String::from));
    let third = game.play(&next, &game.parse_move(&next, "d4").expect("legal"));
    assert_eq!(third.setup.piece_count(), 62);
    assert!(game.moves(&third).unwrap().iter().all(|mv| mv.is_capture()));
    assert!(matches!(game.variant().opening, Opening::Removals(_)));
}

#[test]
fn parachutists_are_only_in_the_game_that_has_them() {
    for variant in VARIANTS {
        assert_eq!(variant.piece(Kind::Parachutist).is_some(), variant.id == "parachute", "{}", variant.id);
        assert!(variant.piece(Kind::Man).is_some(), "{}", variant.id);
    }
}
