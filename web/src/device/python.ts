/** Our Python in a browser: starts Brython with modules that were compiled when the page was built (`web/scripts/compile_python.mjs`),
 *  and gives them the module `_device`: arrays, kernels, JSON, regular expressions, random bits. Nothing is evaluated from
 *  text. */

import * as arrays from "./arrays.ts";
import { View, type Key } from "./arrays.ts";
import { digest } from "./blake2b.ts";
import type { Argument, Kernels } from "./kernels.ts";
import { unpackNetwork } from "./networks.ts";
import { pcg64, twister } from "./random.ts";

/** What a device has loaded for Python. */
export interface Host {
  /** The kernels of a game, if it has a module. */
  kernels(game: string): Kernels | undefined;
  /** A file of a package (`ziggurat.games.ur/lessons.json`), or the names of a folder's files (`ziggurat.games.ur/`). */
  data(path: string): string | undefined;
  /** The packed network of a game. */
  network(game: string): ArrayBuffer | undefined;
  /** Games of other packages: their packages by name. */
  otherGames(): Record<string, string>;
}

export interface Python {
  /** Calls a function of a module with texts; its answer is a list of texts. */
  call(module: string, name: string, ...texts: string[]): string[];
}

// Brython's objects have no types.
/* oxlint-disable no-explicit-any, no-underscore-dangle */
type Value = any;

/** Starts Python. The scripts with Brython and the compiled modules have been run before; more may be run later. */
export function startPython(world: Value, host: Host): Python {
  const $B = world.__BRYTHON__;
  const _b_ = $B.builtins;
  repair($B, _b_);
  $B.VFS = {};
  $B.use_VFS = true;
  world.brython({ debug: 0, indexedDB: false, static_stdlib_import: false });
  const device = $B.module.$factory("_device");
  for (const [name, value] of Object.entries(functions($B, _b_, host))) $B.module_setattr(device, name, value);
  $B.imported._device = device;
  const main = ($B.imported.__main__ = $B.module.$factory("__main__"));
  const find = (module: string): Value => {
    for (const [name, [isPackage]] of Object.entries(world.pythonModules as Record<string, [0 | 1, unknown]>)) {
      $B.VFS[name] ??= [".py", "", [], isPackage];
      $B.precompiled[name] ??= "";
    }
    const frame = ["__main__", main, "__main__", main];
    $B.enter_frame(frame, "VFS.__main__.py", 1);
    try {
      $B.$import(module, [], {}, main, 0);
    } finally {
      $B.leave_frame({ locals: main, value: _b_.None });
    }
    return $B.imported[module];
  };
  return {
    call(module, name, ...texts) {
      try {
        const called = $B.$getattr(find(module), name);
        return Array.from($B.$call(called, ...texts) as unknown[], String);
      } catch (problem) {
        $B.frame_obj = null;
        throw asError($B, problem);
      }
    },
  };
}

/** A Python exception as an error that says where it comes from. */
function asError($B: Value, problem: Value): Error {
  if (problem?.ob_type === undefined) return problem;
  let where = "";
  try {
    for (let at = problem.__traceback__; at && at !== $B.builtins.None; at = at.tb_next)
      where += `\n  ${at.tb_frame?.[2]}.${at.tb_frame?.[0]}`;
  } catch {
    // a traceback is a courtesy
  }
  const args = Array.from((problem.args ?? []) as Value[], String).join(", ");
  return new Error(`${$B.class_name(problem)}: ${args}${where}${problem.stack ? `\n${problem.stack}` : ""}`);
}

/** Repairs of Brython 3.14.3, each with what shows the fault. `tests/browser` runs these. */
function repair($B: Value, _b_: Value): void {
  // {(i << 55, j): 1 for i in range(30) for j in range(30)}: hashes mix big integers and numbers
  const hash = (self: Value[]): number => {
    let mixed = 0x3456789;
    for (const item of self) {
      let part = _b_.hash(item);
      if (typeof part === "bigint") part = Number(BigInt.asIntN(32, part ^ (part >> 32n)));
      mixed = Math.imul(mixed ^ (part | 0) ^ Math.floor(part / 4294967296), 1000003);
    }
    return mixed;
  };
  const old = $B.str_dict_get($B.get_dict(_b_.tuple), "__hash__");
  _b_.tuple.tp_hash = hash;
  for (const key of Object.keys(old)) if (typeof old[key] === "function" && key !== "ob_type") old[key] = hash;
  // bytes(x) asks x.__iter__ before x.__bytes__
  const make = _b_.bytes.tp_new;
  _b_.bytes.tp_new = function (this: unknown, ...given: Value[]) {
    const value = given[1]?.[0];
    const own = value && typeof value === "object" && given[1].length === 1 && value.ob_type && !$B.is_list(value);
    if (own && value.ob_type !== _b_.bytes && value.ob_type !== _b_.bytearray && !$B.is_int(value)) {
      const method = $B.$getattr(value, "__bytes__", null);
      if (method) return $B.$call(method);
    }
    return make.apply(this, given);
  };
}

const LONG = "\u0001"; // begins a text that stands for a whole number which JavaScript would round

const withLongNumbers = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+])-?\d{16,}(?![\d.eE])/g, (part) =>
    part[0] === '"' ? part : `"\\u0001${part}"`,
  );

/** What Python finds in `_device`. Arguments and results are Brython's own. */
function functions($B: Value, _b_: Value, host: Host): Record<string, unknown> {
  const { None } = _b_;
  const list = (items: Value[]): Value => $B.$list(items);
  const tuple = (items: Value[]): Value => $B.fast_tuple(items);
  const float = (value: number): Value => $B.fast_float(value);
  const bytes = (content: ArrayLike<number>): Value => $B.fast_bytes(Array.from(content));
  const whole = (value: Value): number | bigint => {
    const plain = typeof value === "object" ? $B.int_value(value) : value;
    return typeof plain === "boolean" ? Number(plain) : plain;
  };
  const text = (value: Value): string =>
    typeof value === "string" ? value : String(value.$brython_value ?? value).valueOf();
  const shown = (view: View, value: number | bigint | boolean): Value =>
    view.letter === "d" ? float(value as number) : value;
  const raise = (kind: Value, sentence: string): never => {
    throw $B.EXC(kind, sentence);
  };
  const NOT_ONE = _b_.NotImplemented;
  const dict = (entries: Iterable<[string, Value]>): Value => {
    const made = $B.empty_dict();
    for (const [key, value] of entries) _b_.dict.$setitem(made, key, value);
    return made;
  };

  const indexed = <T>(act: () => T): T => {
    try {
      return act();
    } catch (problem) {
      if (problem instanceof RangeError) return raise(_b_.IndexError, problem.message);
      throw problem;
    }
  };

  /** A key as parts, or null if it picks items one by one. */
  const parts = (view: View, key: Value): Key[] => {
    const given: Value[] = $B.is_tuple(key) ? Array.from(key) : [key];
    const missing = view.shape.length - given.filter((one) => one !== _b_.Ellipsis).length;
    return given.flatMap((one, at): Key[] => {
      if (one === _b_.Ellipsis)
        return view.shape.slice(at, at + missing).map((count) => ({ start: 0, step: 1, count }));
      if ($B.exact_type(one, _b_.slice)) {
        const { start, stop, step } = _b_.slice.$conv_for_seq(one, view.shape[at]);
        return [{ start, step, count: Math.max(0, Math.ceil((stop - start) / step)) }];
      }
      return [Number(whole(one))];
    });
  };

  /** The address of one item under a key, or -1. */
  const address = (view: View, key: Value): number => {
    if (typeof key === "number") return view.shape.length === 1 ? indexed(() => arrays.place(view, [key])) : -1;
    if ($B.is_int(key)) return view.shape.length === 1 ? indexed(() => arrays.place(view, [Number(whole(key))])) : -1;
    if (!$B.is_tuple(key) || key.length !== view.shape.length) return -1;
    if (!Array.from(key as Value[]).every((one) => $B.is_int(one))) return -1;
    return indexed(() =>
      arrays.place(
        view,
        Array.from(key as Value[], (one) => Number(whole(one))),
      ),
    );
  };

  const number = (letter: string, value: Value): number | bigint => {
    if (typeof value === "number" || typeof value === "bigint") return value;
    if (typeof value === "boolean") return Number(value);
    if ($B.is_int(value)) return whole(value);
    if (value?.ob_type === _b_.float) return letter === "d" ? value.value : Math.trunc(value.value);
    return raise(_b_.TypeError, `a number was expected, not ${$B.class_name(value)}`);
  };

  const nested = (view: View): Value => {
    const places = view.places();
    const flat = places.map((at) => shown(view, arrays.read(view.block, at, view.letter)));
    const nest = (from: number, axis: number): Value => {
      if (axis === view.shape.length) return flat[from];
      const size = arrays.product(view.shape.slice(axis + 1));
      return list(Array.from({ length: view.shape[axis]! }, (_, at) => nest(from + at * size, axis + 1)));
    };
    return nest(0, 0);
  };

  const fromJson = (value: unknown): Value => {
    if (value === null) return None;
    if (typeof value === "number") return Number.isInteger(value) ? value : float(value);
    if (typeof value === "string") return value[0] === LONG ? arrays.short(BigInt(value.slice(1))) : $B.String(value);
    if (Array.isArray(value)) return list(value.map(fromJson));
    if (typeof value === "object") return dict(Object.entries(value).map(([key, one]) => [key, fromJson(one)]));
    return value;
  };

  const floatText = (value: number): string => {
    const written = String(value);
    return /^-?\d+$/.test(written) ? `${written}.0` : written;
  };

  const plans = new Map<Value, Value[]>(); // by class of structs: how they are encoded
  const encoded = new WeakMap<object, string>(); // of choices, which are always the same
  const encode = (value: Value, plan: Value): string => {
    switch (typeof value) {
      case "string":
        return JSON.stringify(value);
      case "number":
      case "boolean":
      case "bigint":
        return String(value);
    }
    if (value === None) return "null";
    if (Array.isArray(value)) return `[${value.map((one) => encode(one, plan)).join(",")}]`;
    const kind = $B.get_class(value);
    if (kind === _b_.dict || $B.is_dict(value)) {
      const entries: string[] = [];
      for (const { key, value: one } of _b_.dict.$iter_items(value))
        entries.push(`${JSON.stringify(typeof key === "string" ? key : String(text(key)))}:${encode(one, plan)}`);
      return `{${entries.join(",")}}`;
    }
    if (kind === _b_.float) return floatText(value.value);
    if (kind === _b_.bytes) return JSON.stringify(btoa(String.fromCharCode(...value.source)));
    if ($B.is_str(value)) return JSON.stringify(text(value));
    if ($B.is_int(value)) return String(whole(value));
    const cached = encoded.get(value);
    if (cached !== undefined) return cached;
    const own = $B.get_dict(value);
    if (kind.tp_name === "Raw") return text($B.str_dict_get(own, "text"));
    let how = plans.get(kind);
    if (how === undefined) plans.set(kind, (how = $B.$call(plan, kind) as Value[]));
    const [names, omitted, tag, name, isArray, UNSET] = how;
    const isOmitted = Object.fromEntries(
      Array.from(_b_.dict.$iter_items(omitted) as Iterable<Value>, ({ key, value: one }) => [key, encode(one, plan)]),
    );
    const entries: string[] = !isArray && tag && name ? [`${JSON.stringify(tag)}:${JSON.stringify(name)}`] : [];
    for (const field of names as string[]) {
      const one = own[field];
      if (one === UNSET) continue;
      const written = encode(one, plan);
      if (isArray) entries.push(written);
      else if (isOmitted[field] !== written) entries.push(`${JSON.stringify(field)}:${written}`);
    }
    const made = isArray ? `[${entries.join(",")}]` : `{${entries.join(",")}}`;
    if (kind.tp_name === "Choice") encoded.set(value, made);
    return made;
  };

  const argument = (value: Value): Argument => {
    if (value === None) return null;
    if (typeof value === "number" || typeof value === "bigint") return value;
    if (typeof value === "boolean") return Number(value);
    const view = $B.get_dict(value)?._view;
    if (view instanceof View) return view;
    return whole(value);
  };

  return {
    NOT_ONE,
    modules: $B.obj_dict($B.imported),
    now: () => float(performance.now()),
    other_games: () => dict(Object.entries(host.otherGames())),
    read_data: (path: Value) => host.data(text(path)) ?? None,
    random_words: (count: number) => list(Array.from(crypto.getRandomValues(new Uint32Array(count)))),
    twister: (words: Value) => twister(Array.from(words as Value[], (word) => Number(whole(word)))),
    pcg64: (seed: Value) => {
      const next = pcg64(BigInt(whole(seed)));
      return () => float(next());
    },
    math_call: (name: Value, value: Value) => float((Math as Value)[text(name)](value.value)),
    power: (base: Value, exponent: Value) =>
      float(Math.pow(base.value ?? Number(base), exponent.value ?? Number(exponent))),
    category: (letter: Value) =>
      /\p{Cc}/u.test(text(letter))
        ? "Cc"
        : /\p{Cf}/u.test(text(letter))
          ? "Cf"
          : /\p{Co}/u.test(text(letter))
            ? "Co"
            : /\p{Cs}/u.test(text(letter))
              ? "Cs"
              : /\p{Cn}/u.test(text(letter))
                ? "Cn"
                : /\p{Zl}/u.test(text(letter))
                  ? "Zl"
                  : /\p{Zp}/u.test(text(letter))
                    ? "Zp"
                    : "Lo",
    getter: (keys: Value[]) => (value: Value) => tuple(keys.map((key) => $B.$getitem(value, key))),
    regex: (source: Value, flags: Value) => new RegExp(text(source).replaceAll("(?P<", "(?<"), text(flags)),
    regex_run: (expression: RegExp, given: Value, at: number) => {
      expression.lastIndex = at;
      const match = expression.exec(text(given));
      return match ? list([match.index, ...Array.from(match, (group) => group ?? None)]) : None;
    },
    unpack: (plan: [number, string][], content: Value) => {
      const block = arrays.fromBytes(content.source, "B", 1).block;
      const items: Value[] = [];
      let at = 0;
      for (const [count, letter] of plan)
        for (let index = 0; index < count; index++, at += arrays.sizeOf(letter))
          items.push(arrays.read(block, at, letter));
      return tuple(items);
    },
    blake2b_digest: (content: Value, size: number) => bytes(digest(Uint8Array.from(content.source), size)),
    parse_json: (given: Value) => {
      try {
        return list([0, fromJson(JSON.parse(withLongNumbers(text(given))))]);
      } catch (problem) {
        return list([1, String((problem as Error).message)]);
      }
    },
    write_json: (value: Value, comma: Value, colon: Value) => {
      const put = (one: Value): string => {
        if (Array.isArray(one)) return `[${one.map(put).join(text(comma))}]`;
        if (one !== None && typeof one === "object" && $B.is_dict(one)) {
          const entries: string[] = [];
          for (const { key, value: inner } of _b_.dict.$iter_items(one))
            entries.push(`${JSON.stringify(text(key))}${text(colon)}${put(inner)}`);
          return `{${entries.join(text(comma))}}`;
        }
        return encode(one, null);
      };
      return put(value);
    },
    encode,
    from_base64: (given: Value) => bytes(Uint8Array.from(atob(text(given)), (letter) => letter.charCodeAt(0))),

    has_kernel: (game: Value, kernel: Value) => (host.kernels(text(game))?.entriesOf(text(kernel)).length ?? 0) > 0,
    run_kernel: (game: Value, kernel: Value) => {
      const kernels = host.kernels(text(game))!;
      const entries = kernels.entriesOf(text(kernel));
      return (...values: Value[]) => arrays.short(kernels.call(entries, values.map(argument)));
    },
    read_network: (game: Value) => {
      const packed = host.network(text(game));
      if (!packed) return None;
      const { weights, numbers, room } = unpackNetwork(packed);
      const view = (content: Int16Array | Int32Array, letter: string) =>
        arrays.fromBytes(
          new Uint8Array(content.buffer, content.byteOffset, content.byteLength),
          letter,
          content.BYTES_PER_ELEMENT,
        );
      return list([view(weights, "h"), view(numbers, "i"), room]);
    },

    shape: (view: View) => tuple([...view.shape]),
    zeros: (shape: Value, letter: Value, size: number) =>
      arrays.zeros(Array.from(shape as Value[], Number), text(letter), size),
    from_bytes: (content: Value, letter: Value, size: number) => arrays.fromBytes(content.source, text(letter), size),
    to_bytes: (view: View) => bytes(arrays.contiguous(view).bytes),
    to_list: nested,
    to_flat: (view: View) => list(view.places().map((at) => shown(view, arrays.read(view.block, at, view.letter)))),
    get: (view: View, key: Value) => {
      const at = address(view, key);
      return at < 0 ? NOT_ONE : shown(view, arrays.read(view.block, at, view.letter));
    },
    put: (view: View, key: Value, value: Value) => {
      const at = address(view, key);
      if (at >= 0) arrays.write(view.block, at, view.letter, number(view.letter, value));
      return at >= 0;
    },
    part: (view: View, key: Value) => indexed(() => arrays.part(view, parts(view, key))),
    place: (view: View, key: Value) => indexed(() => arrays.place(view, [Number(whole(key))])),
    field: (view: View, at: number, letter: Value, size: number, shape: Value) =>
      arrays.field(view, at, text(letter), size, Array.from(shape as Value[], Number)),
    row: (view: View, at: number, letter: Value, size: number, shape: Value) =>
      arrays.row(view, at, text(letter), size, Array.from(shape as Value[], Number)),
    read: (view: View, at: number, letter: Value) => {
      const item = arrays.read(view.block, at, letter);
      return letter === "d" ? float(item as number) : item;
    },
    write: (view: View, at: number, letter: Value, value: Value) => {
      arrays.write(view.block, at, letter, number(letter, value));
      return None;
    },
    copy_record: (target: View, at: number, source: View, from: number) => {
      target.block.bytes.set(source.block.bytes.slice(from, from + source.size), at);
      return None;
    },
    fill: (view: View, value: Value) => {
      const filled = number(view.letter, value);
      for (const at of view.places()) arrays.write(view.block, at, view.letter, filled);
      return None;
    },
    fill_from: (view: View, values: Value[]) => {
      view
        .places()
        .forEach((at, index) => arrays.write(view.block, at, view.letter, number(view.letter, values[index])));
      return None;
    },
    assign: (target: View, source: View) => {
      arrays.assign(target, source);
      return None;
    },
    recycle: (view: View) => {
      view.block.leave();
      return None;
    },
    copied: arrays.copied,
    contiguous: arrays.contiguous,
    viewed: (view: View, letter: Value, size: number) => arrays.viewed(view, text(letter), size),
    reshaped: (view: View, shape: Value) => arrays.reshaped(view, Array.from(shape as Value[], Number)),
    transposed: arrays.transposed,
    nonzero: arrays.nonzero,
    unpack_bits: arrays.unpackBits,
  };
}
