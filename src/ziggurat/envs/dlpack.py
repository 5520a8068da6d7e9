"""Memory that PyTorch, JAX and CuPy read without a copy: the DLPack protocol, for strided views of an allocation.

numba-cuda's arrays do not speak it. An `Exported` is a view (a field of all lanes' records, say) that does, and that
also has CUDA's own array interface, which Numba and PyTorch understand.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # DLPack's device types
_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # DLPack's type codes, by NumPy's kind
_NAME = b"dltensor"


class _Device(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("number", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("pointer", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("type", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),  # in elements
        ("offset", ctypes.c_uint64),
    )


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))


_exported: dict[int, Any] = {}  # what a consumer still reads, by the address of its description


@_Deleter  # type: ignore[untyped-decorator]
def _delete(address: int) -> None:
    _exported.pop(address, None)


@_Destructor  # type: ignore[untyped-decorator]
def _destroy(capsule: int) -> None:
    """Free the memory of an unconsumed capsule. A consumer renames the capsule and frees the memory itself."""
    if _python.PyCapsule_IsValid(capsule, _NAME):
        _delete(_python.PyCapsule_GetPointer(capsule, _NAME))


_python = ctypes.pythonapi
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, _Destructor)
_python.PyCapsule_IsValid.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


class Exported:
    """A strided view of memory on a device, kept alive by whoever reads it. Strides are in bytes."""

    def __init__(
        self,
        pointer: int,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        dtype: Any,
        owner: Any,
        device: tuple[int, int] = (CUDA, 0),
    ) -> None:
        self.pointer = pointer
        self.shape = shape
        self.strides = strides
        self.dtype = np.dtype(dtype)
        self.device = device
        self._owner = owner

    def __repr__(self) -> str:
        return f"<{self.dtype} array of shape {self.shape} on a device; read it with from_dlpack>"

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self.device[0] != CUDA:
            raise AttributeError("this memory is not on a CUDA device")
        return {
            "shape": self.shape,
            "strides": self.strides,
            "typestr": self.dtype.str,
            "data": (self.pointer, False),
            "version": 3,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device

    def __dlpack__(self, **_wishes: Any) -> Any:
        size = self.dtype.itemsize
        numbers = ctypes.c_int64 * len(self.shape)
        shape, strides = numbers(*self.shape), numbers(*(stride // size for stride in self.strides))
        tensor = _Tensor(
            self.pointer,
            _Device(*self.device),
            len(self.shape),
            _Type(_CODES[self.dtype.kind], 8 * size, 1),
            ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)),
            ctypes.cast(strides, ctypes.POINTER(ctypes.c_int64)),
            0,
        )
        managed = _Managed(tensor, None, _delete)
        address = ctypes.addressof(managed)
        _exported[address] = (managed, shape, strides, self._owner)
        return _python.PyCapsule_New(address, _NAME, _destroy)
