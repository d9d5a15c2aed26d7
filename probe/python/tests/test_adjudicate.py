"""Verdicts on games."""

from pathlib import Path

import pytest

import peatee

SAMPLES = Path(__file__).parents[3] / "service/samples/three-against-one.pdn"


def test_games_of_the_samples(international: peatee.Tables) -> None:
    verdicts = international.adjudicate(SAMPLES.read_text(), rules="FMJD-100")
    assert [verdict.game_number for verdict in verdicts] == list(range(1, len(verdicts) + 1))
    shown = [(verdict.ruling, verdict.plies, verdict.result, verdict.agreement) for verdict in verdicts[:4]]
    assert shown == [
        ("drawn", 33, "1-1", "confirmed"),
        ("lost", 31, "2-0", "confirmed"),
        ("in-progress", 30, "1-1", "against-value"),
        ("illegal-move", 1, "2-0", "illegal-move"),
    ]
    assert verdicts[0].article == "6.3" and verdicts[0].text.startswith("drawn by article 6.3")
    # Tables tell what the README, which shows a run without them, calls unknown.
    assert verdicts[2].value is not None and verdicts[2].value.value.dtw_plies == 1
    assert verdicts[3].is_disagreement and "a capture it must make" in verdicts[3].text


def test_verdicts_of_draughts_have_all_that_those_of_chess_have(english: peatee.Tables) -> None:
    won, faulty, unclear = english.adjudicate(
        '[GameType "21"] [FEN "W:WK18:B15"] 1. 18x11 2-0\n\n'
        '[GameType "21"] [FEN "W:WK18:B15"] 1. 18-14 *\n\n'
        '[GameType "21"] [FEN "W:W18:B14,6,15,7"] 1. 18x2 *',
        rules="WCDF",
    )
    assert (won.ruling, won.winner, won.fen, won.occurrences) == ("lost", "white", won.position.fen, 1)
    assert (won.halfmove_clock, won.flag, won.claims, won.announceable, won.mating_line) == (None, None, [], [], [])
    move = faulty.faulty_move
    assert move and (move.move, move.cause, move.line, move.legal_moves) == ("18-14", "illegal", 3, ["18x11"])
    assert faulty.winner is None and move.reason in (faulty.detail or "")
    move = unclear.faulty_move
    assert (unclear.ruling, unclear.agreement) == ("unclear-move", "no-result")
    assert move and move.cause == "ambiguous" and move.candidates == ["18x11x2", "18x9x2"]
    with pytest.raises(ValueError, match="are of chess"):
        english.adjudicate("1. 11-15 *", flag="white")


def test_a_game_in_progress_has_its_value(english: peatee.Tables) -> None:
    pdn = '[GameType "21"] [FEN "W:WK17,K5:BK31"] 1. 17-14 1/2-1/2'
    [verdict] = english.adjudicate(pdn, rules="WCDF")
    assert verdict.value is not None and verdict.value.outcome == "loss"
    assert verdict.position == english.position("B:WK5,K14:BK31")
    assert len(verdict.best_line) == 30
    # A draw agreed on is lawful.
    assert not verdict.is_disagreement


def test_wrong_rules_and_texts(english: peatee.Tables) -> None:
    with pytest.raises(peatee.RulesError, match="FIDE"):
        english.adjudicate("", rules="FIDE")
    with pytest.raises(peatee.PeateeError):
        english.adjudicate('[FEN "W:WK99:BK31"] *', rules="WCDF")
    # An open tag is a fault of the record, not a refusal.
    [verdict] = english.adjudicate('[FEN "W:WK17,K5:BK31', rules="WCDF")
    assert verdict.position == english.position("W:WK5,K17:BK31")


def test_a_count_curses_a_win(english: peatee.Tables) -> None:
    fresh = english.rule_value("W:WK17,K5:BK31", "WCDF")
    late = english.rule_value("W:WK17,K5:BK31", "WCDF", counts="1.32.2=60")
    assert (fresh.outcome, late.outcome) == ("win", "cursed-win")
    assert late.left_plies == 20 and late.value.dtw_plies == 31
    # No count ends before the win, so its plies are those of DTW.
    assert (fresh.plies, fresh.plies_at_least, late.plies) == (31, None, None)
    searched = english.rule_value("W:WK17,K5:BK31", "WCDF", counts="1.32.2=49", with_plies=True)
    assert (searched.outcome, searched.plies, searched.plies_at_least) == ("win", 31, None)
    with pytest.raises(peatee.RulesError):
        english.rule_value("W:WK17,K5:BK31", "WCDF", counts="9.9=1")
