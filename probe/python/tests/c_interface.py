"""Producers of the Arrow C interface that say what they like."""

import ctypes
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, py_object
from typing import Any


class ArrowSchema(Structure):
    """As the interface defines it; pointers to structures are plain addresses."""

    _fields_ = [
        ("format", c_char_p),
        ("name", c_char_p),
        ("metadata", c_char_p),
        ("flags", c_int64),
        ("n_children", c_int64),
        ("children", c_void_p),
        ("dictionary", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    ]


class ArrowArray(Structure):
    _fields_ = [
        ("length", c_int64),
        ("null_count", c_int64),
        ("offset", c_int64),
        ("n_buffers", c_int64),
        ("n_children", c_int64),
        ("buffers", c_void_p),
        ("children", c_void_p),
        ("dictionary", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    ]


class ArrowArrayStream(Structure):
    _fields_ = [
        ("get_schema", c_void_p),
        ("get_next", c_void_p),
        ("get_last_error", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    ]


RELEASE = CFUNCTYPE(None, c_void_p)
GET = CFUNCTYPE(c_int, c_void_p, c_void_p)
LAST_ERROR = CFUNCTYPE(c_void_p, c_void_p)

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = py_object
_new_capsule.argtypes = [c_void_p, c_char_p, c_void_p]


def address(function: Any) -> int | None:
    return ctypes.cast(function, c_void_p).value


class Memory:
    """Structures and buffers that stay where they are, and counts how often arrays are released."""

    def __init__(self) -> None:
        self.kept: list[Any] = []
        self.released = 0

        def release(at: int) -> None:
            self.released += 1
            ctypes.cast(at, POINTER(ArrowArray)).contents.release = None

        def release_schema(at: int) -> None:
            ctypes.cast(at, POINTER(ArrowSchema)).contents.release = None

        self.release = RELEASE(release)
        self.release_schema = RELEASE(release_schema)

    def put_bytes(self, content: bytes, shift: int = 0) -> int:
        """The address of a copy, a multiple of 64 and `shift` more."""
        buffer = ctypes.create_string_buffer(len(content) + 128)
        self.kept.append(buffer)
        at = (ctypes.addressof(buffer) + 63) // 64 * 64 + shift
        ctypes.memmove(at, content, len(content))
        return at

    def pointers(self, *addresses: int | None) -> int:
        array = (c_void_p * max(len(addresses), 1))(*addresses)
        self.kept.append(array)
        return ctypes.addressof(array)

    def schema(self, format: bytes | None, columns: tuple[int, ...] = (), **fields: Any) -> int:
        schema = ArrowSchema(format, b"", None, 2, len(columns), self.pointers(*columns), None)
        schema.release = address(self.release_schema)
        return self.put(schema, fields)

    def array(self, rows: int, memory: tuple[int | None, ...], columns: tuple[int, ...] = (), **fields: Any) -> int:
        array = ArrowArray(rows, -1, 0, len(memory), len(columns), self.pointers(*memory), self.pointers(*columns))
        array.release = address(self.release)
        return self.put(array, fields)

    def put(self, structure: Structure, fields: dict[str, Any]) -> int:
        for name, value in fields.items():
            setattr(structure, name, value)
        self.kept.append(structure)
        return ctypes.addressof(structure)


class Producer:
    """An object with `__arrow_c_array__`."""

    def __init__(self, memory: Memory, schema: int, array: int) -> None:
        self.memory = memory
        self.capsules: Any = (
            _new_capsule(schema, b"arrow_schema", None),
            _new_capsule(array, b"arrow_array", None),
        )

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self.capsules


class StreamProducer:
    """An object with `__arrow_c_stream__`: a function for each call of the stream, or none."""

    def __init__(
        self,
        memory: Memory,
        get_schema: Callable[[int, int], int] | None,
        get_next: Callable[[int, int], int] | None,
        last_error: Callable[[int], int | None] | None,
        is_released: bool = False,
    ) -> None:
        self.memory = memory
        functions = [
            None if get_schema is None else GET(get_schema),
            None if get_next is None else GET(get_next),
            None if last_error is None else LAST_ERROR(last_error),
            None if is_released else RELEASE(lambda stream: None),
        ]
        memory.kept.append(functions)
        stream = memory.put(ArrowArrayStream(*(function and address(function) for function in functions)), {})
        self.capsule = _new_capsule(stream, b"arrow_array_stream", None)

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self.capsule


def moved(structure: int, to: int, kind: type[Structure]) -> int:
    """Moves a structure to where the consumer wants it."""
    ctypes.memmove(to, structure, ctypes.sizeof(kind))
    return 0
