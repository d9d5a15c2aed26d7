//! Table of features by variant, in Markdown, computed from the rule tables.

use peatee_rules::variant::*;
use peatee_rules::{Board, BoardLines, Direction, Directions, Kind, Shade, VARIANTS, Variant};

/// Returns a Markdown table with one row per variant and one column per feature.
pub fn feature_table() -> String {
    let mut out = String::from(
        "| variant | board | men move | men capture | kings move | kings capture | choice of capture \
         | crowned in a capture | removal | no move | PDN |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for variant in VARIANTS {
        out.push_str(&format!("| {} |\n", row(variant).join(" | ")));
    }
    out
}

fn row(variant: &Variant) -> [String; 11] {
    let man = variant.piece(Kind::Man);
    [
        format!("`{}`", variant.id),
        board(&variant.board),
        man.map_or("none".into(), quiet) + both_go_up(variant.heading),
        man.map_or("none".into(), capture) + parachutists(variant),
        kings(variant, quiet),
        kings(variant, capture),
        choice(variant),
        promotion(variant),
        removal(variant),
        match variant.goal {
            Goal::LastToMove => "loses".into(),
            Goal::GiveAway => "wins".into(),
        },
        variant.notation.game_type.map_or("none".into(), |tag| tag.split(',').next().unwrap_or(tag).to_owned()),
    ]
}

fn board(board: &Board) -> String {
    let squares = match board.shade {
        Shade::All => "all squares",
        Shade::Dark => "a1 shade",
        Shade::Light => "h1 shade",
    };
    let lines = match board.lines {
        BoardLines::Everywhere => "",
        BoardLines::Alquerque => ", alquerque lines",
    };
    format!("{}x{}, {squares}{lines}", board.files, board.ranks)
}

fn kings(variant: &Variant, what: impl Fn(&PieceRule) -> String) -> String {
    match variant.piece(Kind::King) {
        None => "no kings".into(),
        Some(_) if variant.promotion_ends_game => "the first king ends the game".into(),
        Some(rule) => what(rule),
    }
}

fn both_go_up(heading: Heading) -> &'static str {
    match heading {
        Heading::Opposed => "",
        Heading::Same => ", both colours up",
    }
}

fn parachutists(variant: &Variant) -> &'static str {
    match variant.piece(Kind::Parachutist) {
        Some(_) => "; parachutists too",
        None => "",
    }
}

fn quiet(rule: &PieceRule) -> String {
    let how = match rule.quiet {
        Quiet::None => return "not".into(),
        Quiet::Step => "1 step",
        Quiet::Slide => "any distance",
        Quiet::Line => "1 step or over a line of men",
    };
    let frozen = if rule.frozen_on_last_row { ", not from the last row" } else { "" };
    format!("{how}, {}{frozen}", directions(rule.quiet_directions))
}

fn capture(rule: &PieceRule) -> String {
    let how = match rule.jump {
        Jump::None => return "not".into(),
        Jump::Short => "neighbours",
        Jump::Flying => "any distance",
        Jump::FlyingLandNext => "any distance, landing next to the victim",
    };
    let mut text = format!("{how}, {}", directions(rule.first_jump_directions));
    if rule.next_jump_directions != rule.first_jump_directions {
        text += &format!(", then {}", directions(rule.next_jump_directions));
    }
    if rule.victims.len() < Kind::ALL.len() {
        let victims: Vec<String> = rule.victims.iter().map(|kind| kind.name().replace("man", "men")).collect();
        text += &format!(", {} only", victims.join(" and "));
    }
    if rule.stops_behind_king { text + ", stopping behind a king taken last" } else { text }
}

fn directions(set: Directions) -> String {
    let named = [
        (Directions::FORWARD_DIAGONALS, "forward diagonals"),
        (Directions::BACKWARD_DIAGONALS, "backward diagonals"),
        (Directions::DIAGONALS, "diagonals"),
        (Directions::ORTHOGONALS, "rows and files"),
        (Directions::ALL, "all 8 directions"),
        (Directions::FORWARD, "3 directions forward"),
        (Directions::FORWARD_AND_SIDES, "forward and sideways"),
        (Directions::FIVE, "3 directions forward and sideways"),
    ];
    match named.into_iter().find(|(known, _)| *known == set) {
        Some((_, name)) => name.to_owned(),
        None => {
            Direction::ALL.into_iter().filter(|&d| set.has(d)).map(|d| format!("{d:?}")).collect::<Vec<_>>().join(" ")
        }
    }
}

fn choice(variant: &Variant) -> String {
    let criteria = variant.precedence.iter().map(|criterion| match criterion {
        Criterion::Count => "most pieces",
        Criterion::ByKing => "by a king",
        Criterion::KingsTaken => "most kings",
        Criterion::KingsEarliest => "kings earliest",
        Criterion::FrisianValue => "greatest value",
    });
    let mut text = criteria.collect::<Vec<_>>().join(", then ");
    if text.is_empty() {
        text.push_str("free");
    }
    text += match variant.turning {
        CaptureTurns::Free => "",
        CaptureTurns::NotBack => "; no jump straight back",
        CaptureTurns::Straight => "; one line only",
    };
    if variant.may_stop { text + "; may stop early" } else { text }
}

fn promotion(variant: &Variant) -> String {
    let squares = match variant.promotion {
        Promotion::Never => return "never crowned".into(),
        Promotion::LastRow => String::new(),
        Promotion::Squares(list) => {
            let names = list.iter().map(|(file, rank)| format!("{}{}", (b'a' + file) as char, rank + 1));
            format!(" (White on {})", names.collect::<Vec<_>>().join(" or "))
        }
    };
    let how = match variant.promotion_in_capture {
        PromotionInCapture::Stop => "stops",
        PromotionInCapture::Pass => "goes on as a man",
        PromotionInCapture::Become => "goes on as a king",
    };
    how.to_owned() + &squares
}

fn removal(variant: &Variant) -> String {
    match variant.removal {
        Removal::AtEnd => "after the move".into(),
        Removal::AtOnce => "at once".into(),
    }
}
