//! Notes on a game: what was ignored, and why the verdict differs from what the text says.

use peatee_probe::adjudicate::Verdict;
use peatee_rules::draw::DrawRules;
use peatee_rules::notation::SiteCounts;
use peatee_rules::notation::pdn::{PdnFault, PdnGame, Score};
use peatee_rules::variant::SquareNames;
use peatee_rules::{Draughts, Variant};

use super::judging::VariantJudge;
use super::note::Note;

/// Returns a note that states how many moves in a row each side has made with one king. These
/// numbers are not part of the last FEN, but are needed if the game continues.
pub fn of_king_runs(verdict: &Verdict, game: &Draughts) -> Option<Note> {
    let king_moves = Some(verdict.counters.king_runs().to_stated(game));
    let counts = SiteCounts { king_moves, ..SiteCounts::default() };
    let text = || format!("moves in a row with one king: {counts}; append them to the FEN when the game continues");
    counts.is_running().then(|| Note::new("king-moves", [("counts", &counts.to_string())], text()))
}

/// Returns the advice to a user whose counts after a FEN are ignored.
pub fn instead(rules: &DrawRules) -> String {
    if rules.code.counts.is_empty() {
        format!("the draw rules {} have no counts", rules.name())
    } else {
        "give the counts with --counters".to_owned()
    }
}

/// Returns notes on the counts after the FEN from which a game starts.
pub fn of_start(game: &PdnGame, variant_judge: &VariantJudge<'_>) -> Vec<Note> {
    let Ok((position, counts)) = game.start_with_counts(variant_judge.game()) else { return Vec::new() };
    let written = variant_judge.written_counts(counts, &position, false);
    written.notes(&format!("the counts of {} start at 0", variant_judge.rules().name()))
}

/// Returns a note if the tags name another variant than `asked`, by which the game is judged.
pub fn of_tags(game: &PdnGame, asked: &Variant) -> Option<Note> {
    let judged = format!("judged as {}, as --variant asks", asked.id);
    match game.variant() {
        Ok(None) => None,
        Ok(Some(tagged)) if tagged.id == asked.id => None,
        // Several variants share one number of `GameType`, so such tags do not contradict the
        // variant.
        Ok(Some(tagged))
            if tagged.notation.game_type.is_some() && tagged.notation.game_type == asked.notation.game_type =>
        {
            None
        }
        Ok(Some(tagged)) => {
            let text = format!("its tags say {}; {judged}", tagged.id);
            Some(Note::new("other-tags", [("tagged", tagged.id), ("game", asked.id)], text))
        }
        Err(_) => {
            let text = format!("its tags name an unknown game; {judged}");
            Some(Note::new("unknown-tags", [("game", asked.id)], text))
        }
    }
}

/// Returns a note if a game starts from a FEN and its tags name no variant.
pub fn of_unnamed(game: &PdnGame, played: &Variant) -> Option<Note> {
    let is_unnamed = game.fen().is_some() && matches!(game.variant(), Ok(None));
    let text = || format!("its tags name no game; judged as {}; for another game, add the tag GameType", played.id);
    is_unnamed.then(|| Note::new("unnamed", [("game", played.id)], text()))
}

/// Returns a note if the written result is 0-0, a loss for both players, which no position can lead
/// to.
pub fn of_score(score: Option<Score>) -> Option<Note> {
    let text = "0-0 is not a result of play: it means that both players lose, and no position leads to that";
    (score? == Score::BothLose).then(|| Note::new("both-lose", [], text.to_owned()))
}

/// Returns a note on a game without tags that follows another game in a text. Moves after a written
/// result are read as such a game, which the writer may not have meant.
pub fn of_missing_tags(game: &PdnGame) -> Option<Note> {
    let is_suspect = game.number > 1 && game.tags.is_empty() && !game.moves.is_empty();
    let text = "it has no tags: moves after a result are read as a new game";
    is_suspect.then(|| Note::new("no-tags", [], text.to_owned()))
}

/// Returns a note if a FEN names squares by letters, but the game `played` numbers its squares.
/// `played` is the default game, because the user has named none.
pub fn of_letters(fen: &str, played: &Variant) -> Option<Note> {
    let is_square = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_digit();
    let has_letters = fen.as_bytes().windows(2).any(is_square);
    (has_letters && played.notation.squares != SquareNames::Algebraic).then(|| {
        let id = played.id;
        let text = format!(
            "the FEN names squares by letters, but {id} numbers them; judged as {id}, --variant names another game"
        );
        Note::new("letters", [("game", id)], text)
    })
}

/// Returns a note if the draw rules were not written for the game.
pub fn of_rules(rules: &DrawRules, variant: &Variant) -> Option<Note> {
    let foreign = rules.foreign_to(variant)?;
    let (own, text) = (foreign.own.join(", "), foreign.to_string());
    Some(match own.as_str() {
        "" => Note::new("foreign-rules", [("rules", foreign.code), ("game", variant.id)], text),
        own => Note::new("other-rules", [("rules", foreign.code), ("game", variant.id), ("own", own)], text),
    })
}

/// Returns true if a fault of a record is in the tags that name the variant.
pub const fn is_of_variant_tags(fault: &PdnFault) -> bool {
    matches!(
        fault,
        PdnFault::Variant(_)
            | PdnFault::GameType { .. }
            | PdnFault::Board { .. }
            | PdnFault::VariantTagsDisagree { .. }
    )
}
