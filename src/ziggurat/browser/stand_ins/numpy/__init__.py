"""Arrays of numbers and of records, on typed arrays that kernels can be given (`web/src/device/arrays.ts`).

As much of NumPy as our Python asks for outside compiled kernels, and as interpreted kernels need.
"""

import _device as _js

_WORD = (1 << 64) - 1
_NOT_ONE = _js.NOT_ONE  # instead of a number: a key means several


class uint64(int):
    """Wraps around, as kernels expect of 64-bit words."""

    def __new__(cls, value=0):
        return int.__new__(cls, int(value) & _WORD)

    def __add__(self, other):
        return uint64(int(self) + int(other))

    __radd__ = __add__

    def __sub__(self, other):
        return uint64(int(self) - int(other))

    def __mul__(self, other):
        return uint64(int(self) * int(other))

    __rmul__ = __mul__

    def __mod__(self, other):
        return uint64(int(self) % int(other))

    def __and__(self, other):
        return uint64(int(self) & int(other))

    __rand__ = __and__

    def __or__(self, other):
        return uint64(int(self) | int(other))

    __ror__ = __or__

    def __xor__(self, other):
        return uint64(int(self) ^ int(other))

    __rxor__ = __xor__

    def __lshift__(self, other):
        return uint64(int(self) << int(other))

    def __rshift__(self, other):
        return uint64(int(self) >> int(other))

    def __invert__(self):
        return uint64(_WORD ^ int(self))

    def __repr__(self):
        return str(int(self))

    def __format__(self, form):
        return format(int(self), form)

    def item(self):
        return int(self)


def _cut(bits, signed):
    top, half = 1 << bits, 1 << bits - 1

    def cut(value=0):
        value = int(value) & top - 1
        return value - top if signed and value >= half else value

    return cut


int8, int16, int32, int64 = (_cut(bits, True) for bits in (8, 16, 32, 64))
uint8, uint16, uint32 = (_cut(bits, False) for bits in (8, 16, 32))
float64 = float32 = float
intp = int64


class bool_:
    pass


class object_:
    pass


class record:
    pass


class void:
    pass


class integer:
    pass


class errstate:
    def __init__(self, **options):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        return None


_SIZES = {"b": 1, "B": 1, "h": 2, "H": 2, "i": 4, "I": 4, "q": 8, "Q": 8, "?": 1, "d": 8}
_WORDS = {
    "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "<u8": "Q", "f8": "d",
}  # fmt: skip
_KINDS = {
    id(int8): "b", id(uint8): "B", id(int16): "h", id(uint16): "H", id(int32): "i", id(uint32): "I", id(int64): "q",
    id(uint64): "Q", id(bool_): "?", id(bool): "?", id(int): "q", id(float): "d",
}  # fmt: skip
_MADE = {}


class dtype:
    """What an array has: a letter of `struct` for numbers, or fields."""

    def __init__(self, what, align=False):
        self.fields = self.names = None
        self.shape, self.letter = (), ""
        self.base = self
        if isinstance(what, dtype):
            self.__dict__.update(what.__dict__)
        elif isinstance(what, tuple):
            self.__dict__.update(what[1].__dict__)
        elif isinstance(what, list):
            self._lay_out(what)
        else:
            if isinstance(what, str):
                self.letter = what if what in _SIZES else _WORDS[what]
            else:
                self.letter = _KINDS[id(what)]
            self.itemsize = _SIZES[self.letter]
        self.kind = "f" if self.letter == "d" else "u" if self.letter in "BHIQ" else "i"

    def _lay_out(self, fields):
        self.fields, at, widest = {}, 0, 1
        for name, kind, *shape in fields:
            base = _dtype(kind)
            part = dtype(base)
            part.base = base
            part.shape = shape[0] if shape else ()
            part.itemsize = base.itemsize * _size(part.shape)
            widest = max(widest, base.itemsize)
            at += -at % base.itemsize
            self.fields[name] = (part, at)
            at += part.itemsize
        self.names, self.itemsize = tuple(self.fields), at + -at % widest

    def __getitem__(self, name):
        return self.fields[name][0]

    def __eq__(self, other):
        return isinstance(other, dtype) and self.letter == other.letter and self.names == other.names

    def __hash__(self):
        return hash((self.letter, self.names))

    def __class_getitem__(cls, key):
        return cls


def _dtype(what):
    """The dtype of something that stands for one; those of numbers are made once."""
    if isinstance(what, dtype):
        return what
    key = what if isinstance(what, str) else id(what)
    if isinstance(what, (list, tuple)):
        return dtype(what)
    if key not in _MADE:
        _MADE[key] = dtype(what)
    return _MADE[key]


def _size(shape):
    size = 1
    for length in shape:
        size *= length
    return size


class _Flags:
    writeable = True


class ndarray:
    """Numbers or records in a block of bytes, which views share."""

    flags = _Flags()

    def __new__(cls, shape, dtype, buffer=None):
        return zeros(shape, dtype) if buffer is None else frombuffer(buffer, dtype)

    def __init__(self, *given):
        pass

    def __class_getitem__(cls, key):
        return cls

    def __len__(self):
        return self.shape[0]

    @property
    def size(self):
        return _size(self.shape)

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def itemsize(self):
        return self.dtype.itemsize

    @property
    def T(self):
        return _wrap(_js.transposed(self._view), self.dtype)

    def setflags(self, write=None):
        pass

    def __iter__(self):
        return iter([self[at] for at in range(self.shape[0])])

    def __getitem__(self, key):
        kind = self.dtype
        if kind.fields is not None:
            if isinstance(key, str):
                part, at = kind.fields[key]
                return _wrap(_js.field(self._view, at, part.letter, part.base.itemsize, part.shape), part.base)
            if isinstance(key, slice):
                return _wrap(_js.part(self._view, key), kind)
            return Record(self, _js.place(self._view, key))
        found = _js.get(self._view, key)
        if found is not _NOT_ONE:
            return uint64(found) if kind.letter == "Q" else found
        if isinstance(key, (list, ndarray)):
            return self._chosen(key)
        return _wrap(_js.part(self._view, key), kind)

    def _chosen(self, key):
        if isinstance(key, ndarray) and key.dtype.letter == "?":
            key = flatnonzero(key)
        places = key.tolist() if isinstance(key, ndarray) else key
        rows = self.tolist()
        return array([rows[place] for place in places], self.dtype)

    def __setitem__(self, key, value):
        if self.dtype.fields is not None:
            if isinstance(key, str):
                self[key][...] = value
            elif isinstance(value, Record):
                _js.copy_record(self._view, _js.place(self._view, key), value._array._view, value._at)
            else:
                _js.assign(_js.part(self._view, key), value._view)
            return
        if isinstance(value, (ndarray, list, tuple)):
            source = value if isinstance(value, ndarray) else array(value, self.dtype)
            _js.assign(_js.part(self._view, key), source._view)
        elif not _js.put(self._view, key, value):
            _js.fill(_js.part(self._view, key), value)

    def tolist(self):
        return _js.to_list(self._view)

    def item(self, at=0):
        return _js.to_flat(self._view)[at]

    def copy(self):
        return _wrap(_js.copied(self._view), self.dtype)

    def tobytes(self):
        return _js.to_bytes(self._view)

    __bytes__ = tobytes

    def view(self, kind):
        made = _dtype(kind)
        return _wrap(_js.viewed(self._view, made.letter, made.itemsize), made)

    def astype(self, kind):
        return array(self.tolist(), kind)

    def reshape(self, *shape):
        shape = shape[0] if isinstance(shape[0], tuple) else shape
        if -1 in shape:
            rest = -_size(shape)
            shape = tuple(self.size // rest if length == -1 else length for length in shape)
        return _wrap(_js.reshaped(self._view, shape), self.dtype)

    def ravel(self):
        return self.reshape(self.size)

    def any(self, axis=None):
        if axis is None:
            return any(_js.to_flat(self._view))
        return array([any(row) for row in self.tolist()], bool_)

    def all(self):
        return all(_js.to_flat(self._view))

    def nonzero(self):
        return (_wrap(_js.nonzero(self._view), _dtype("q")),)

    def sum(self, axis=None, keepdims=False):
        if axis is None:
            return sum(_js.to_flat(self._view))
        rows = self.tolist()
        if keepdims:
            return array([[sum(row)] for row in rows])
        return array([sum(column) for column in zip(*rows)] if axis == 0 else [sum(row) for row in rows])

    def round(self, digits=0):
        unit = 10**digits
        rounded = [round(value * unit) / unit for value in _js.to_flat(self._view)]  # less exact than Python's own
        return array(rounded, float).reshape(self.shape)

    def max(self):
        return max(_js.to_flat(self._view))

    def min(self):
        return min(_js.to_flat(self._view))

    def argmax(self):
        flat = _js.to_flat(self._view)
        return flat.index(max(flat))

    def _with(self, other, function, kind=None):
        mine = _js.to_flat(self._view)
        if isinstance(other, (ndarray, list, tuple)):
            other = array(other) if not isinstance(other, ndarray) else other
            theirs = _js.to_flat(other._view)
            if len(theirs) < len(mine):
                theirs = theirs * (len(mine) // len(theirs))
            numbers = [function(a, b) for a, b in zip(mine, theirs)]
        else:
            numbers = [function(a, other) for a in mine]
        if kind is None:
            kind = float if any(isinstance(number, float) for number in numbers) else self.dtype
        return array(numbers, kind).reshape(self.shape)

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    __radd__ = __add__

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other):
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other):
        return self._with(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._with(other, lambda a, b: a / b, float)

    def __pow__(self, other):
        return self._with(other, _js.power, float)

    def __and__(self, other):
        return self._with(other, lambda a, b: a & b)

    def __or__(self, other):
        return self._with(other, lambda a, b: a | b)

    def __invert__(self):
        return self._with(0, lambda a, b: not a, bool_)

    def __gt__(self, other):
        return self._with(other, lambda a, b: a > b, bool_)

    def __lt__(self, other):
        return self._with(other, lambda a, b: a < b, bool_)

    def __ge__(self, other):
        return self._with(other, lambda a, b: a >= b, bool_)

    def __le__(self, other):
        return self._with(other, lambda a, b: a <= b, bool_)

    def __eq__(self, other):
        return self._with(other, lambda a, b: a == b, bool_)

    def __ne__(self, other):
        return self._with(other, lambda a, b: a != b, bool_)

    __hash__ = None

    def __bool__(self):
        if self.size != 1:
            raise ValueError("the truth of an array is ambiguous")
        return bool(self.item())

    def __int__(self):
        return int(self.item())


class Record:
    """One record of an array."""

    def __init__(self, array, at):
        put = self.__dict__
        put["_array"], put["_at"] = array, at

    def __getattr__(self, name):
        fields = self._array.dtype.fields
        if name not in fields:
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name, value):
        self[name] = value

    def __getitem__(self, name):
        array = self._array
        part, at = array.dtype.fields[name]
        if not part.shape:
            found = _js.read(array._view, self._at + at, part.letter)
            return uint64(found) if part.letter == "Q" else found
        return _wrap(_js.row(array._view, self._at + at, part.letter, part.base.itemsize, part.shape), part.base)

    def __setitem__(self, name, value):
        array = self._array
        part, at = array.dtype.fields[name]
        if part.shape:
            self[name][...] = value
        else:
            _js.write(array._view, self._at + at, part.letter, value)

    @property
    def dtype(self):
        return self._array.dtype


def _wrap(view, kind):
    made = object.__new__(ndarray)
    made._view, made.dtype, made.shape = view, kind, _js.shape(view)
    return made


def wrap(view, kind):
    """An array on memory that is there."""
    return _wrap(view, _dtype(kind))


def zeros(shape, dtype=float):
    kind = _dtype(dtype)
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    return _wrap(_js.zeros(shape, kind.letter, kind.itemsize), kind)


def recycle(array_):
    """Give an array's memory back. The next large array of its size begins with what is in it.

    A browser does not know how much memory of a module hangs on an object, and would collect it too late.
    """
    _js.recycle(array_._view)


empty = zeros


def zeros_like(array_, dtype=None):
    return zeros(array_.shape, dtype or array_.dtype)


empty_like = zeros_like


class _Objects(list):
    """An array of anything."""

    def __getitem__(self, key):
        if isinstance(key, ndarray):
            return _Objects([list.__getitem__(self, at) for at in key.tolist()])
        return list.__getitem__(self, key)

    def tolist(self):
        return list(self)


def array(rows, dtype=None):
    if dtype is object:
        return _Objects(rows)
    if isinstance(rows, ndarray):
        dtype = dtype or rows.dtype
        rows = rows.tolist()
    shape, first = [], rows
    while isinstance(first, (list, tuple, ndarray, range)):
        shape.append(len(first))
        if not len(first):
            break
        first = first[0]
    kind = None if dtype is None else _dtype(dtype)
    if kind is not None and kind.fields is not None:
        made = zeros(len(rows), kind)
        for at, row in enumerate(rows):
            for name, value in zip(kind.names, row):
                made[name][at] = value
        return made
    flat = rows if shape else [rows]
    for _ in shape[1:]:
        flat = [value for row in flat for value in (row.tolist() if isinstance(row, ndarray) else row)]
    if kind is None:
        inside = list(flat)
        kind = _dtype(
            "d"
            if any(isinstance(value, float) for value in inside)
            else "?"
            if inside and all(isinstance(value, bool) for value in inside)
            else "q"
        )
    made = zeros(tuple(shape), kind)
    _js.fill_from(made._view, list(flat))
    return made


asarray = array


def full(shape, value, dtype=int):
    made = zeros(shape, dtype)
    _js.fill(made._view, value)
    return made


def ones(shape, dtype=float):
    return full(shape, 1, dtype)


def frombuffer(content, dtype=float):
    kind = _dtype(dtype)
    if isinstance(content, ndarray):
        return content.view(kind)
    return _wrap(_js.from_bytes(content, kind.letter, kind.itemsize), kind)


def ascontiguousarray(what, dtype=None):
    if isinstance(what, ndarray) and (dtype is None or _dtype(dtype) == what.dtype):
        return _wrap(_js.contiguous(what._view), what.dtype)
    return array(what, dtype)


def arange(*range_, dtype=int):
    return array(list(range(*range_)), dtype)


def flatnonzero(array_):
    return array_.nonzero()[0]


def nonzero(array_):
    return array_.nonzero()


def prod(items):
    return _size(items)


def unpackbits(content, bitorder="little"):
    return _wrap(_js.unpack_bits(content._view), _dtype("B"))


def stack(rows):
    return array([row.tolist() for row in rows])


def concatenate(parts):
    return array([value for part in parts for value in part.tolist()], parts[0].dtype)


def mean(rows, axis=None):
    rows = [row.tolist() if isinstance(row, ndarray) else row for row in rows]
    if axis is None:
        return sum(rows) / len(rows)
    return array([sum(column) / len(rows) for column in zip(*rows)], float)


def average(rows, axis, weights):
    """The weighted mean of rows."""
    columns = zip(*[row.tolist() if isinstance(row, ndarray) else row for row in rows])
    return array([sum(a * b for a, b in zip(column, weights)) / sum(weights) for column in columns], float)


def clip(what, least, most):
    return array([min(max(value, least), most) for value in _js.to_flat(what._view)], float).reshape(what.shape)


def count_nonzero(what):
    return sum(1 for value in _js.to_flat(what._view) if value)


def array_equal(one, other):
    one, other = (value.tolist() if isinstance(value, ndarray) else value for value in (one, other))
    return one == other


def log2(value):
    return _js.math_call("log2", float(value))


def exp(what):
    if isinstance(what, ndarray):
        return array([_js.math_call("exp", float(value)) for value in what.tolist()], float)
    return _js.math_call("exp", float(what))


def eye(size, dtype=float):
    return array([[int(row == column) for column in range(size)] for row in range(size)], dtype)


class typing:
    NDArray = ndarray


class _Generator:
    """Draws as NumPy's default generator does."""

    def __init__(self, seed):
        self._next = _js.pcg64(seed)

    def random(self):
        return self._next()

    def choice(self, count, p):
        total, sums = 0.0, []
        for weight in p.tolist():
            total += weight
            sums.append(total)
        drawn = self._next()
        return sum(1 for until in sums if until / total <= drawn)


class random:
    @staticmethod
    def default_rng(seed):
        return _Generator(seed)
