"""Columns that are not what they say they are: an error, for the row where it can be, and never foreign memory."""

import ctypes
import random
import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import peatee
from c_interface import ArrowArray, ArrowSchema, Memory, Producer, StreamProducer, moved

GOOD = b"W:WK18,20:BK10"
NO_UTF8 = [b"B:W18:BK\xff7", b"\xc3", b"W:W5:B\xe2\x82", b"\x80W:WK1:BK32", b"W:WK1:BK32\xed\xa0\x80", b"\xfe" * 3000]
ROWS = [GOOD, *NO_UTF8, GOOD]


def column_of(kind: pa.DataType, rows: list[bytes | None]) -> Any:
    """Bytes that claim to be texts."""
    as_bytes = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary(), pa.string_view(): pa.binary_view()}
    array = pa.array(rows, as_bytes[kind])
    return pa.Array.from_buffers(kind, len(rows), array.buffers())


@pytest.mark.parametrize(
    "column",
    [
        column_of(pa.string(), [*ROWS]),
        column_of(pa.large_string(), [*ROWS]),
        column_of(pa.string_view(), [*ROWS]),
        pa.DictionaryArray.from_arrays(range(len(ROWS)), column_of(pa.string(), [*ROWS])),
        pa.DictionaryArray.from_arrays(pa.array(range(len(ROWS)), pa.uint8()), column_of(pa.string_view(), [*ROWS])),
        pa.table({"fen": column_of(pa.string(), [*ROWS])}),
        pa.chunked_array([column_of(pa.string(), [*ROWS[:3]]), column_of(pa.string(), [*ROWS[3:]])]),
        column_of(pa.string(), [GOOD, *ROWS])[1:],
        pa.array(ROWS),
    ],
    ids=lambda column: f"{type(column).__name__}-{getattr(column, 'type', '')}",
)
def test_bytes_that_are_not_utf8_have_an_error_in_their_row(
    english: peatee.Tables, chess_tables: peatee.ChessTables, column: Any
) -> None:
    answers = english.probe_many(column)
    assert answers.wdl.tolist() == ["win"] + [None] * len(NO_UTF8) + ["win"]
    errors = answers.error.tolist()
    assert errors[0] is None and errors[-1] is None
    for error, row in zip(errors[1:-1], NO_UTF8, strict=True):
        assert "not UTF-8" in error and len(error) < 200
        place = int(error.split("byte ")[1].split(" ")[0])
        assert f"byte {place} is 0x{row[place]:02x}" in error
    assert chess_tables.probe_many(column).error.tolist()[1:-1] == errors[1:-1]
    with pytest.raises(peatee.PositionError, match="row "):
        chess_tables.slice("KRvK").numbers(column)


def test_a_text_of_a_dictionary_is_not_written_out_for_each_row(english: peatee.Tables) -> None:
    """Written out, the rows were 20 TB."""
    long = b"W:WK1:BK" + b"9" * 10_000_000
    rows = np.zeros(2_000_000, dtype=np.int32)
    rows[-1] = 1
    column = pa.DictionaryArray.from_arrays(pa.array(rows), pa.array([GOOD.decode(), long.decode()]))
    answers = english.probe_many(column[-3:])
    assert answers.wdl.tolist() == ["win", "win", None]
    assert english.probe_many(column[:1_000_000]).error_count == 0


def test_dictionaries_with_nulls(english: peatee.Tables) -> None:
    texts = pa.array([None, GOOD.decode()])
    answers = english.probe_many(pa.DictionaryArray.from_arrays(pa.array([1, None, 0, 1]), texts))
    assert answers.wdl.tolist() == ["win", None, None, "win"]
    empty = pa.DictionaryArray.from_arrays(pa.array([None, None], pa.int8()), pa.array([], pa.string()))
    assert english.probe_many(empty).error_count == 2
    assert english.probe_many(pa.nulls(3)).error_count == 3


CANARY = b"CANARY" * 100


def damaged(numbers: random.Random) -> Any:
    """A column of a random kind, mostly with one of its parts changed; `None` where pyarrow itself refuses it."""
    is_sound = numbers.random() < 0.3
    rows = [numbers.choice([GOOD, b"W:WK1:BK32", b"", b"W:WK10:B4,11", b"x" * 30]) for _ in range(numbers.randint(1, 40))]
    kind = numbers.choice([pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int16(), pa.string())])
    number = numbers.choice([-1, -(1 << 31), (1 << 31) - 1, 7, 100, 700, numbers.randint(0, 5000)])
    place = numbers.randrange(len(rows) + 1)
    null_count = numbers.choice([-1, -1, 0, 1, len(rows)])
    valid = numbers.choice([None, pa.py_buffer(numbers.randbytes(8))])
    try:
        if pa.types.is_dictionary(kind):
            keys = np.array([numbers.randrange(3) for _ in rows], dtype=np.int16)
            keys[place % len(keys)] = 2 if is_sound else numbers.choice([-1, 3, 500, -32768])
            texts = pa.array(["W:WK1:BK32", GOOD.decode(), "y"])
            return pa.DictionaryArray.from_arrays(pa.array(keys), texts, safe=False)
        if kind == pa.string_view():
            views = bytearray(pa.array(rows, pa.binary_view()).buffers()[1].to_pybytes())
            if not is_sound:
                struct.pack_into("<i", views, place % len(rows) * 16 + numbers.choice([0, 8, 12]), number)
            buffers = [valid, pa.py_buffer(bytes(views)), *(pa.py_buffer(b"".join(rows)) for _ in range(2))]
            return pa.Array.from_buffers(kind, len(rows), buffers, null_count)
        offsets = np.cumsum([0, *(len(row) for row in rows)], dtype=np.int32 if kind == pa.string() else np.int64)
        offsets[place] = offsets[place] if is_sound else number
        texts = pa.py_buffer(b"".join(rows) + CANARY)[: sum(len(row) for row in rows)]
        return pa.Array.from_buffers(kind, len(rows), [valid, pa.py_buffer(offsets), texts], null_count)
    except (pa.ArrowInvalid, pa.ArrowIndexError):
        return None


def test_damaged_columns_are_refused_or_answered(english: peatee.Tables, chess_tables: peatee.ChessTables) -> None:
    numbers = random.Random(71)
    refused = answered = 0
    for _ in range(6000):
        column = damaged(numbers)
        if column is None:
            continue
        tables: peatee.Tables | peatee.ChessTables = english if numbers.random() < 0.5 else chess_tables
        try:
            answers = tables.probe_many(column)
        except ValueError as error:
            assert "damaged" in str(error)
            refused += 1
            continue
        answered += 1
        assert len(answers) == len(column)
        assert "CANARY" not in str(answers.error.tolist())
    assert refused > 500 and answered > 500, (refused, answered)


def a_column(memory: Memory, **fields: Any) -> Producer:
    """Three texts, and fields of the array that say otherwise."""
    offsets = memory.put_bytes(struct.pack("<4i", 0, 14, 14, 28))
    array = memory.array(3, (None, offsets, memory.put_bytes(GOOD + GOOD + CANARY)), **fields)
    return Producer(memory, memory.schema(b"u"), array)


def test_a_column_of_the_plain_interface(english: peatee.Tables) -> None:
    memory = Memory()
    assert english.probe_many(a_column(memory)).wdl.tolist() == ["win", None, "win"]
    assert memory.released == 1
    with pytest.raises(ValueError, match="released"):
        producer = a_column(memory)
        english.probe_many(producer)
        english.probe_many(producer)
    assert memory.released == 2


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"length": -1}, "-1 rows"),
        ({"length": 1 << 60}, "rows"),
        ({"length": (1 << 63) - 1, "offset": (1 << 63) - 1}, "rows"),
        ({"offset": -4}, "row -4"),
        ({"null_count": 4}, "4 of 3"),
        ({"null_count": -2}, "-2 of 3"),
        ({"n_buffers": 1}, "1 buffers"),
        ({"n_buffers": -3}, "-3 buffers"),
        ({"n_buffers": 1 << 40}, "buffers"),
        ({"buffers": None}, "where its buffers"),
        ({"n_children": 1}, "1 children"),
        ({"n_children": -1}, "-1 children"),
        ({"release": None}, "released"),
    ],
    ids=lambda fields: str(fields),
)
def test_numbers_that_cannot_be(
    english: peatee.Tables, chess_tables: peatee.ChessTables, fields: dict[str, Any], text: str
) -> None:
    for tables in (english, chess_tables):
        memory = Memory()
        with pytest.raises(ValueError, match=f"damaged.*{text}"):
            tables.probe_many(a_column(memory, **fields))
        assert memory.released == (0 if "release" in fields else 1)


def array_of(build: Callable[[Memory], tuple[int, int]]) -> Producer:
    memory = Memory()
    return Producer(memory, *build(memory))


def texts(memory: Memory, offsets: tuple[int, ...], shift: int = 0) -> int:
    at = memory.put_bytes(struct.pack(f"<{len(offsets)}i", *offsets), shift)
    return memory.array(len(offsets) - 1, (None, at, memory.put_bytes(GOOD + CANARY)))


def views(memory: Memory, *lengths: int) -> int:
    view = struct.pack("<i4sii", 14, GOOD[:4], 0, 0)
    buffers = [memory.put_bytes(GOOD) for _ in lengths]
    at = memory.put_bytes(struct.pack(f"<{len(lengths)}q", *lengths)) if lengths else None
    return memory.array(1, (None, memory.put_bytes(view), *buffers, at))


@pytest.mark.parametrize(
    ("column", "text"),
    [
        (lambda m: (m.schema(b"u"), texts(m, (0, 20, 14))), "offset"),
        (lambda m: (m.schema(b"u"), texts(m, (-3, 5, 14))), "byte -3"),
        (lambda m: (m.schema(b"u"), texts(m, (0, 5, -14))), "byte -14"),
        (lambda m: (m.schema(b"u"), texts(m, (9, 9, 4))), "byte 9 to byte 4"),
        (lambda m: (m.schema(b"u"), texts(m, (0, 7, 14), shift=2)), "multiple of 4"),
        (lambda m: (m.schema(b"U"), texts(m, (0, 0, 14, 0, 14, 0), shift=4)), "multiple of 8"),
        (lambda m: (m.schema(b"u"), m.array(2, (None, None, m.put_bytes(GOOD)))), "offsets"),
        (lambda m: (m.schema(b"u"), m.array(1, (None, m.put_bytes(struct.pack("<2i", 0, 14)), None))), "null"),
        (lambda m: (m.schema(b"vu"), m.array(1, (None, m.put_bytes(bytes(16))))), "3 or more"),
        (lambda m: (m.schema(b"vu"), views(m, -14)), "-14 bytes"),
        (lambda m: (m.schema(b"vu"), views(m, 5)), "damaged"),
        (lambda m: (m.schema(b"vu"), views(m)), "damaged"),
        (lambda m: (m.schema(b"vu"), m.array(1, (None, m.put_bytes(bytes(16)), m.put_bytes(GOOD), None))), "how long"),
        (lambda m: (m.schema(b"n"), m.array(3, (None,))), "1 buffers"),
        (lambda m: (m.schema(b"i", dictionary=m.schema(b"u")), m.array(1, (None, m.put_bytes(bytes(8))))), "dictionary"),
        (
            lambda m: (
                m.schema(b"i", dictionary=m.schema(b"u")),
                m.array(1, (None, m.put_bytes(bytes(8))), dictionary=m.array(-9, (None, None, None))),
            ),
            "-9 rows",
        ),
        (
            lambda m: (
                m.schema(b"i", dictionary=m.schema(b"u")),
                m.array(1, (None, m.put_bytes(struct.pack("<i", 2))), dictionary=texts(m, (0, 14))),
            ),
            "damaged",
        ),
        (lambda m: (m.schema(b"+s", (m.schema(b"u"),)), m.array(1, (None,), (0,))), "column is not there"),
        (lambda m: (m.schema(b"+s", (m.schema(b"u"),)), m.array(1, (None,), (), n_children=1)), "not there"),
        (lambda m: (m.schema(b"+s", (m.schema(b"u"),)), m.array(3, (None,), (texts(m, (0, 14)),))), "1 rows"),
        (lambda m: (m.schema(b"+s", (m.schema(b"u"),)), m.array(1, (None,))), "0 children"),
        (lambda m: (m.schema(b"+s", (m.schema(b"u"),), children=None), m.array(1, (None,))), "where its columns"),
        (lambda m: (m.schema(b"+s", (0,)), m.array(1, (None,))), "column 0"),
        (lambda m: (m.schema(b"+s", n_children=-1), m.array(1, (None,))), "no columns"),
        (lambda m: (m.schema(None), texts(m, (0, 14))), "no format"),
        (lambda m: (m.schema(b"u", release=None), texts(m, (0, 14))), "released"),
    ],
)
def test_structures_that_cannot_be(
    english: peatee.Tables, column: Callable[[Memory], tuple[int, int]], text: str
) -> None:
    with pytest.raises(ValueError, match=text):
        english.probe_many(array_of(column))


@pytest.mark.parametrize(
    ("format", "text"),
    [
        (b"i", "Int32"),
        (b"\xff\xfe", "format"),
        (b"", "format"),
        (b"+l", r"\+l"),
        (b"+ud:5", "format"),
        (b"w:-5", "Binary"),
        (b"w:99999999999999999999", "format"),
        (b"d:1,2,3,4,5", "format"),
        (b"ts\xe2\x82", "format"),
        (b"tss:Mars", "Mars"),
        (b"u" * 100_000, "format"),
    ],
    ids=lambda value: repr(value[:12]),
)
def test_formats_that_are_no_texts(english: peatee.Tables, format: bytes, text: str) -> None:
    with pytest.raises(TypeError, match=text) as caught:
        english.probe_many(array_of(lambda m: (m.schema(format), texts(m, (0, 14)))))
    assert len(str(caught.value)) < 300
    with pytest.raises(TypeError, match="no FEN texts"):
        english.probe_many(array_of(lambda m: (m.schema(b"i", dictionary=m.schema(format)), texts(m, (0, 14)))))


def test_more_rows_than_an_answer_holds(english: peatee.Tables, chess_tables: peatee.ChessTables) -> None:
    """A column of nulls takes no memory, whatever its length."""
    for tables in (english, chess_tables):
        with pytest.raises(ValueError, match="1099511627776 rows; give at most 2147483647"):
            tables.probe_many(array_of(lambda m: (m.schema(b"n"), m.array(1 << 40, ()))))


def test_names_of_columns_are_anything(english: peatee.Tables) -> None:
    def table(memory: Memory) -> tuple[int, int]:
        columns = tuple(memory.schema(b"u", name=name) for name in (b"\xff", None, b"fen", *[b"more"] * 500))
        return memory.schema(b"+s", columns), memory.array(0, (None,))

    with pytest.raises(TypeError, match="503 columns") as caught:
        english.probe_many(array_of(table))
    assert len(str(caught.value)) < 400


def test_capsules_of_another_kind(english: peatee.Tables) -> None:
    memory = Memory()
    producer = a_column(memory)
    schema, array = producer.capsules
    for capsules in [(array, schema), (schema,), (schema, array, array), (1, 2), None, "ab", (schema, schema)]:
        producer.capsules = capsules
        with pytest.raises((TypeError, ValueError)):
            english.probe_many(producer)
    stream = StreamProducer(memory, None, None, None)
    stream.capsule = schema
    with pytest.raises((TypeError, ValueError)):
        english.probe_many(stream)


def test_random_numbers_in_all_fields(english: peatee.Tables) -> None:
    """Numbers that cannot be, or that are no more than what is there: the interface has no sizes of memory."""
    numbers = random.Random(72)
    hostile = [-1, -7, -(1 << 63), (1 << 63) - 1, 1 << 60, 0, 1, 2, 3]
    outcomes: dict[str, int] = {}
    for _ in range(3000):
        memory = Memory()
        chosen = numbers.sample(["length", "null_count", "offset", "n_buffers", "n_children"], numbers.randint(1, 3))
        fields = {name: numbers.choice(hostile) for name in chosen}
        if 0 <= fields.get("length", 3) <= 3 and 0 <= fields.get("offset", 0) <= 3:
            fields["length"] = min(fields.get("length", 3), 3 - fields.get("offset", 0))
        try:
            outcome = str(len(english.probe_many(a_column(memory, **fields))))
        except ValueError as error:
            assert "damaged" in str(error)
            outcome = "refused"
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        assert memory.released == 1
    assert outcomes["refused"] > 1000 and {"0", "1", "2", "3"} <= set(outcomes), outcomes


def test_streams_that_fail(english: peatee.Tables, chess_tables: peatee.ChessTables) -> None:
    memory = Memory()
    offsets, good = (0, 14), memory.put_bytes(b"out of \xff paper\0")

    def schema(stream: int, to: int) -> int:
        return moved(memory.schema(b"u"), to, ArrowSchema)

    def array(stream: int, to: int) -> int:
        return moved(texts(memory, offsets), to, ArrowArray)

    def broken(stream: int, to: int) -> int:
        return moved(texts(memory, (14, 3)), to, ArrowArray)

    def fails(stream: int, to: int) -> int:
        return 5

    def end(stream: int, to: int) -> int:
        return 0

    cases: list[tuple[Any, Any, Any, str]] = [
        (None, array, None, "get_schema"),
        (schema, None, None, "get_next"),
        (fails, array, None, "error 5"),
        (fails, array, lambda stream: None, "error 5"),
        (fails, array, lambda stream: good, "out of . paper"),
        (schema, fails, None, "error 5"),
        (schema, fails, lambda stream: good, "out of . paper"),
        (schema, broken, None, "byte 14 to byte 3"),
        (end, array, None, "released"),
    ]
    for get_schema, get_next, last_error, text in cases:
        for tables in (english, chess_tables):
            with pytest.raises(ValueError, match=text):
                tables.probe_many(StreamProducer(memory, get_schema, get_next, last_error))
    with pytest.raises(ValueError, match="released or read"):
        english.probe_many(StreamProducer(memory, schema, array, None, is_released=True))
    assert len(english.probe_many(StreamProducer(memory, schema, end, None))) == 0
    left = iter([array, array, end])
    found = english.probe_many(StreamProducer(memory, schema, lambda stream, to: next(left)(stream, to), None))
    assert found.wdl.tolist() == ["win", "win"]


def test_a_reader_that_fails_on_the_way(english: peatee.Tables) -> None:
    def batches() -> Any:
        yield pa.record_batch({"fen": [GOOD.decode()]})
        raise OSError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema([("fen", pa.string())]), batches())
    with pytest.raises(ValueError, match="the disk is gone"):
        english.probe_many(reader)


def test_rows_of_a_table_that_are_null(english: peatee.Tables) -> None:
    column = pa.StructArray.from_arrays([pa.array([GOOD.decode()] * 3)], ["fen"], mask=pa.array([False, True, False]))
    with pytest.raises(ValueError, match="rows of the table are null"):
        english.probe_many(column)
    whole = pa.StructArray.from_arrays([pa.array(["x", GOOD.decode(), "y"])], ["fen"])
    assert english.probe_many(whole[1:2]).wdl.tolist() == ["win"]


def test_a_consumer_gets_the_type_that_it_asks_for_where_nothing_is_lost(english: peatee.Tables) -> None:
    answers = english.probe_many([GOOD.decode(), "x", "W:WK10:B4,11"])
    assert pa.array(answers.wdl, pa.string()).equals(pa.array(["win", None, "loss"]))
    assert pa.array(answers.dtw_plies, pa.float64()).equals(pa.array([29, None, 54], pa.float64()))
    assert pa.array(answers.error, pa.string_view()).type == pa.string_view()
    names = ["wdl", "dtw_plies", "error"]
    wanted = pa.schema([("wdl", pa.string()), ("dtw_plies", pa.int64()), ("error", pa.large_string())])
    assert pa.record_batch(answers, schema=wanted).schema == wanted
    assert pa.table(answers, schema=wanted).to_pydict() == pa.table(answers).to_pydict()
    # As 8 bits 300 plies were null.
    schema, array = answers.dtw_plies.__arrow_c_array__(pa.int8().__arrow_c_schema__())
    assert pa.DataType._import_from_c_capsule(schema) == pa.int32()
    assert pa.table(answers, schema=wanted).column_names == names


def test_schemas_that_a_consumer_cannot_ask_for(english: peatee.Tables) -> None:
    answers = english.probe_many([GOOD.decode(), "x"])
    memory = Memory()
    columns = (memory.schema(b"i"), 0, memory.schema(None))
    for wrong in [
        memory.schema(None),
        memory.schema(b"l", release=None),
        memory.schema(b"\xff"),
        memory.schema(b"+s", n_children=-1),
        memory.schema(b"+s", n_children=1 << 40),
        memory.schema(b"+s", columns),
        memory.schema(b"+s", columns[:1]),
        memory.schema(b"d:200,3"),
        memory.schema(b"w:-5"),
        memory.schema(b"i", dictionary=memory.schema(b"u")),
    ]:
        capsule = Producer(memory, wrong, wrong).capsules[0]
        for given in (answers, answers.wdl, answers.error):
            schema, _ = given.__arrow_c_array__(capsule)
            assert pa.DataType._import_from_c_capsule(schema) == pa.DataType._import_from_c_capsule(
                given.__arrow_c_array__()[0]
            )
        assert pa.RecordBatchReader._import_from_c_capsule(answers.__arrow_c_stream__(capsule)).read_all().num_rows == 2


def test_bitboards_at_odd_addresses(english: peatee.Tables) -> None:
    """Fields of packed structures: their words stand at odd addresses and at odd distances."""
    fens = ["W:WK1:BK32", "W:WK18,20:BK10", "W:WK10:B4,11"] * 50
    boards = np.concatenate([english.slice("KKvK").positions(range(40)), english.slice("KvK").positions(range(40))])
    expected = pa.table(english.probe_many(boards))
    for before, behind in [(1, 0), (4, 4), (3, 7), (8, 8), (0, 4)]:
        packed = np.zeros(len(boards), dtype=[("a", "u1", before), ("boards", "<u8", 5), ("b", "u1", behind)])
        packed["a"], packed["b"], packed["boards"] = 0xA5, 0x5A, boards
        assert pa.table(english.probe_many(packed["boards"])).equals(expected)
        assert pa.table(english.probe_many(packed["boards"][::-1])).equals(expected.take(np.arange(len(boards))[::-1]))
    raw = np.zeros(boards.nbytes + 1, dtype=np.uint8)
    odd = raw[1:].view(np.uint64).reshape(boards.shape)
    odd[:] = boards
    assert pa.table(english.probe_many(odd)).equals(expected)
    assert english.slice("KKvK").numbers(odd[:40]).tolist() == list(range(40))
    assert len(english.probe_many(fens)) == 150


def test_the_interface_is_that_of_this_machine() -> None:
    assert (ctypes.sizeof(ArrowSchema), ctypes.sizeof(ArrowArray)) == (72, 80)
