//! Conversion of the JSON of judged games to a short form for assertions.

use serde_json::{Map, Value, json};

/// Converts a judged game, from `peatee adjudicate --format jsonl`, to a short form. Names of enum
/// values lose their prefixes and are written as in the commands. Empty fields become null.
pub fn judged_game(game: &Value) -> Value {
    let answer = &game["verdict"];
    let verdict = &answer["verdict"];
    let mut out = json!({ "game": game["number"], "line": game["line"], "column": game["column"] });
    if !game["error"].is_null() {
        out["error"] = game["error"]["message"].clone();
        return out;
    }
    let assessment = &verdict["assessment"];
    let (value, rule_value) = (&assessment["value"], &assessment["ruleValue"]);
    let told = json!({
        "variant": answer["variant"],
        "rules": answer["rules"],
        "rules_year": answer["rulesYear"],
        "rules_standing": answer["rulesStanding"],
        "rules_is_default": answer["rulesIsDefault"],
        "verdict": ruling(verdict),
        "winner": match word(&verdict["loss"]["loser"], "SIDE_").as_deref() {
            Some("white") => json!("black"),
            Some("black") => json!("white"),
            _ => Value::Null,
        },
        "loser": opt(word(&verdict["loss"]["loser"], "SIDE_")),
        "article": filled(&verdict["article"]),
        "method": filled(&verdict["method"]),
        "plies": verdict["plies"],
        "plies_after_end": verdict["pliesAfterEnd"],
        "fen": verdict["fen"],
        "counters": verdict["counters"],
        "occurrences": verdict["occurrences"],
        "counts": list(&verdict["counts"], |count| json!({
            "article": count["article"],
            "used_plies": count["usedPlies"],
            "reading": filled(&count["reading"]),
        })),
        "illegal": faulty(&verdict["illegalMove"]),
        "unclear": faulty(&verdict["unclearMove"]),
        "draw": if verdict["draw"].is_null() { Value::Null } else { draw(&verdict["draw"]) },
        "claims": list(&verdict["claims"], draw),
        "announced": verdict["announcedClaim"],
        "flag": opt(word(&verdict["flagFallen"], "SIDE_")),
        "flag_source": opt(word(&verdict["flagSource"], "FLAG_SOURCE_")),
        "mating_line": verdict["matingLine"],
        "value": if value.is_null() { Value::Null } else { json!({
            "wdl": opt(word(&value["wdl"], "WDL_")),
            "dtw_plies": value["dtwPlies"],
            "rule_value": opt(word(&rule_value["outcome"], "RULE_OUTCOME_")),
            "article": rule_value["bindingCount"]["article"],
            "used_plies": rule_value["bindingCount"]["usedPlies"],
            "left_plies": rule_value["bindingCount"]["leftPlies"],
            "needed_plies": rule_value["neededPlies"],
            "lacking": filled(&rule_value["lackingTable"]),
        })},
        "unknown_reason": if value.is_null() { filled(&assessment["unknownReason"]) } else { Value::Null },
        "best_line": list(&assessment["line"], |rated| rated["move"]["notation"].clone()),
        "best_line_end": opt(word(&assessment["lineEnd"], "LINE_END_")),
        "result": filled(&answer["writtenResult"]),
        "agreement": opt(word(&answer["agreement"], "AGREEMENT_")),
        "notes": answer["notes"],
    });
    out.as_object_mut().expect("an object").extend(told.as_object().cloned().unwrap_or_else(Map::new));
    out
}

fn ruling(verdict: &Value) -> Value {
    let has_claims = verdict["claims"].as_array().is_some_and(|claims| !claims.is_empty());
    match word(&verdict["ruling"], "RULING_").as_deref() {
        Some("in-progress") if has_claims => json!("claimable"),
        name => opt(name.map(str::to_owned)),
    }
}

fn faulty(mv: &Value) -> Value {
    if mv.is_null() {
        return Value::Null;
    }
    json!({
        "ply": mv["ply"], "move": mv["text"], "line": mv["line"], "column": mv["column"],
        "cause": opt(word(&mv["cause"], "UNCLEAR_CAUSE_")), "text": mv["message"], "candidates": mv["candidates"],
        "legal": mv["legalMoves"], "legal_count": mv["legalMoveCount"],
    })
}

fn draw(draw: &Value) -> Value {
    json!({
        "article": draw["article"], "cause": opt(word(&draw["cause"], "DRAW_CAUSE_")),
        "claimant": opt(word(&draw["claimant"], "CLAIMANT_").filter(|name| name != "none")),
        "since_ply": draw["sincePly"], "by_move": filled(&draw["byMove"]),
    })
}

/// Converts the name of an enum value: `RULING_IN_PROGRESS` becomes `in-progress`. Returns `None`
/// if the value is missing.
fn word(name: &Value, prefix: &str) -> Option<String> {
    let name = name.as_str()?.strip_prefix(prefix)?.to_lowercase().replace('_', "-");
    (name != "unspecified").then_some(name)
}

fn opt(text: Option<String>) -> Value {
    text.map_or(Value::Null, Value::String)
}

fn filled(text: &Value) -> Value {
    if text == "" { Value::Null } else { text.clone() }
}

fn list(values: &Value, each: impl Fn(&Value) -> Value) -> Value {
    values.as_array().into_iter().flatten().map(each).collect()
}
