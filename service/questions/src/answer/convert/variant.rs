//! Conversion of variants to messages, which contain the rules of the games as data.

use peatee_proto::v1 as proto;
use peatee_rules::draw::RuleCode;
use peatee_rules::variant::{self as rules, Variant};
use peatee_rules::{BoardLines, Direction, Directions, Draughts, Kind, Shade};

pub fn variant(variant: &'static Variant, has_tables: bool) -> proto::Variant {
    proto::Variant {
        id: variant.id.to_owned(),
        title: variant.title.to_owned(),
        sources: strings(variant.sources),
        notes: strings(variant.notes),
        codes: rule_codes(variant),
        board: Some(board(variant)),
        start_fen: variant.start.to_owned(),
        pieces: variant.pieces.iter().map(|(kind, rule)| piece(*kind, rule)).collect(),
        rules: Some(rule_flags(variant)),
        rule_codes: strings(variant.rule_codes),
        pdn_game_type: variant.notation.game_type.unwrap_or_default().to_owned(),
        has_tables,
    }
}

pub fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|&text| text.to_owned()).collect()
}

fn board(variant: &'static Variant) -> proto::Board {
    let shade = same_name!(variant.board.shade, Shade => proto::Shade: Dark Light All);
    let names = same_name!(variant.notation.squares, rules::SquareNames => proto::SquareNames:
        TopLeft BottomRight Algebraic
    );
    proto::Board {
        file_count: variant.board.files.into(),
        rank_count: variant.board.ranks.into(),
        square_count: variant.board.square_count().into(),
        shade: shade.into(),
        alquerque_lines: variant.board.lines == BoardLines::Alquerque,
        square_names: names.into(),
        squares: squares(variant),
    }
}

/// Returns the names of all squares of the board, row by row from the top left. The name of a
/// square that is not playable is empty.
fn squares(variant: &'static Variant) -> Vec<String> {
    let (game, board) = (Draughts::new(variant), variant.board);
    let ranks = (0..i32::from(board.ranks)).rev();
    let cells = ranks.flat_map(|rank| (0..i32::from(board.files)).map(move |file| (file, rank)));
    let name = |(file, rank)| board.square_at(file, rank).map(|square| game.square_name(square)).unwrap_or_default();
    cells.map(name).collect()
}

fn rule_codes(variant: &Variant) -> Vec<proto::RuleCode> {
    let known = variant.rule_codes.iter().filter_map(|id| RuleCode::named(id).ok());
    let with_counts = known.filter(|code| !code.counts.is_empty());
    with_counts.map(|code| rule_code(code, variant.rule_codes.first() == Some(&code.id))).collect()
}

pub fn rule_code(code: &RuleCode, is_default: bool) -> proto::RuleCode {
    proto::RuleCode {
        id: code.id.to_owned(),
        title: code.title.to_owned(),
        year: code.year.to_owned(),
        standing: code.standing.to_owned(),
        certainty: code.certainty.text().to_owned(),
        is_default,
        readings: code.named_readings().map(|reading| reading.name.to_owned()).collect(),
        sources: strings(code.sources),
        not_confirmed: strings(code.not_confirmed),
    }
}

fn piece(kind: Kind, rule: &rules::PieceRule) -> proto::Piece {
    let quiet = same_name!(rule.quiet, rules::Quiet => proto::QuietMove: None Step Slide Line);
    let jump = same_name!(rule.jump, rules::Jump => proto::Jump: None Short Flying FlyingLandNext);
    let region = same_name!(rule.region, rules::Region => proto::Region: Anywhere NotPromotion LastRow OwnShade);
    proto::Piece {
        kind: kind.name().to_owned(),
        quiet_move: quiet.into(),
        quiet_directions: directions(rule.quiet_directions),
        jump: jump.into(),
        first_jump_directions: directions(rule.first_jump_directions),
        next_jump_directions: directions(rule.next_jump_directions),
        victim_kinds: rule.victims.iter().map(|kind| kind.name().to_owned()).collect(),
        becomes_by_capture_kind: rule.capture_becomes.map(|kind| kind.name().to_owned()).unwrap_or_default(),
        region: region.into(),
        frozen_on_last_row: rule.frozen_on_last_row,
        stops_behind_king: rule.stops_behind_king,
    }
}

fn directions(set: Directions) -> Vec<i32> {
    let direction = |direction| match direction {
        Direction::N => proto::Direction::North,
        Direction::NE => proto::Direction::NorthEast,
        Direction::E => proto::Direction::East,
        Direction::SE => proto::Direction::SouthEast,
        Direction::S => proto::Direction::South,
        Direction::SW => proto::Direction::SouthWest,
        Direction::W => proto::Direction::West,
        Direction::NW => proto::Direction::NorthWest,
    };
    Direction::ALL.into_iter().filter(|&d| set.has(d)).map(|d| direction(d).into()).collect()
}

fn rule_flags(variant: &'static Variant) -> proto::Rules {
    let promotion_in_capture = same_name!(
        variant.promotion_in_capture, rules::PromotionInCapture => proto::PromotionInCapture: Stop Pass Become
    );
    let removal = same_name!(variant.removal, rules::Removal => proto::Removal: AtEnd AtOnce);
    let turning = same_name!(variant.turning, rules::CaptureTurns => proto::Turning: Free NotBack Straight);
    let goal = same_name!(variant.goal, rules::Goal => proto::Goal: LastToMove GiveAway);
    let (promotion, squares) = match variant.promotion {
        rules::Promotion::Never => (proto::Promotion::Never, &[][..]),
        rules::Promotion::LastRow => (proto::Promotion::LastRow, &[][..]),
        rules::Promotion::Squares(squares) => (proto::Promotion::Squares, squares),
    };
    proto::Rules {
        promotion_in_capture: promotion_in_capture.into(),
        removal: removal.into(),
        turning: turning.into(),
        capture_may_stop: variant.may_stop,
        precedence: variant.precedence.iter().map(|&criterion| precedence(criterion).into()).collect(),
        goal: goal.into(),
        promotion: promotion.into(),
        promotion_squares: promotion_squares(variant, squares),
        same_heading: variant.heading == rules::Heading::Same,
        opens_with_removals: matches!(variant.opening, rules::Opening::Removals(_)),
        promotion_ends_game: variant.promotion_ends_game,
    }
}

fn precedence(criterion: rules::Criterion) -> proto::Precedence {
    same_name!(criterion, rules::Criterion => proto::Precedence: Count ByKing KingsTaken KingsEarliest FrisianValue)
}

fn promotion_squares(variant: &'static Variant, squares: &[(u8, u8)]) -> Vec<String> {
    if squares.is_empty() {
        return Vec::new();
    }
    let game = Draughts::new(variant);
    let on_board = squares.iter().filter_map(|&(file, rank)| variant.board.square_at(file.into(), rank.into()));
    on_board.map(|square| game.square_name(square)).collect()
}
