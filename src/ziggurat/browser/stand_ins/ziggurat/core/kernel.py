"""Kernels in the browser: WebAssembly where a game's module has them, and plain Python elsewhere.

See `src/ziggurat/core/kernel.py`. A binding's late names are looked up while a kernel that was bound to it runs.
"""

from _device import has_kernel, run_kernel

Backend = str
_BOUND = []  # the bindings of the calls under way, the latest last


class Late:
    def __init__(self, name):
        self.name = name

    def meaning(self):
        return _BOUND[-1].values[self.name]

    def __call__(self, *args):
        return self.meaning()(*args)

    def __index__(self):
        return self.meaning()

    __int__ = __index__

    def __lt__(self, other):
        return self.meaning() < other

    def __le__(self, other):
        return self.meaning() <= other

    def __gt__(self, other):
        return self.meaning() > other

    def __ge__(self, other):
        return self.meaning() >= other

    def __mul__(self, other):
        return self.meaning() * other

    __rmul__ = __mul__

    def __add__(self, other):
        return self.meaning() + other

    def __radd__(self, other):
        return other + self.meaning()

    def __truediv__(self, other):
        return self.meaning() / other

    def __rtruediv__(self, other):
        return other / self.meaning()


class Binding:
    def __init__(self, name, values):
        self.name, self.values = name, values


class Kernel:
    def __init__(self, function):
        self.function = function
        self.name = f"{function.__module__}.{function.__qualname__}"

    def __repr__(self):
        return f"<kernel {self.name}>"

    def __call__(self, *args):
        return self.function(*args)

    def on(self, backend, binding=None):
        if binding is None:
            return self.function
        if backend != "interpreted" and has_kernel(binding.name, self.name):
            return run_kernel(binding.name, self.name)

        def call(*args):
            _BOUND.append(binding)
            try:
                return self.function(*args)
            finally:
                _BOUND.pop()

        return call

    build = on

    def is_late(self):
        return False


class Primitive(Kernel):
    def __init__(self, function, cpu=None, cuda=None):
        self.function = function
        self.name = "primitive"


def kernel(function):
    return Kernel(function)


def built(name):
    """A kernel that only WebAssembly runs here: its source was left out (`ziggurat.browser.bundle`)."""

    def function(*args):
        raise NotImplementedError(name)

    made = Kernel(function)
    made.name = name
    return made


def default_backend():
    return "wasm"
