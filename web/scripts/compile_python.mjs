/** Compiles Python for the browser: modules to JavaScript functions, by Brython, without its parser at run time; and the
 *  worker that runs them.
 *
 *  node scripts/compile_python.mjs SOURCES.json FOLDER
 *
 *  SOURCES.json has the bundles that `ziggurat.browser.bundle` has collected: `{bundle: {module: [source, isPackage]}}`.
 *  Writes FOLDER/worker.js, FOLDER/runtime.js (Brython's run time) and FOLDER/BUNDLE.js for each bundle. A bundle is a plain script that adds
 *  its modules to `pythonModules`; nothing is evaluated from text, so that a content policy need not allow it. */

/* oxlint-disable no-underscore-dangle */ // Brython's names

import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";
import { build } from "rolldown";
import { minifySync } from "rolldown/experimental";

/** Parts of Brython that only read source text, by something that each of them has. */
const PARSER = [
  "$B.ast_js_to_py=",
  "$B._PySymtable_Build=",
  "function make_string_for_ast_value(",
  "$B.Parser=function",
  "$B.PyPegen=",
  "const MAXSTACK=6000",
];
/** What is changed in the rest; what a change repairs is said behind it. */
const CHANGES = [
  ['eval("async function* f(){}")', ""],
  ["for(var op_type of $B.op_types){\nfor(", "for(var op_type of []){\nfor("],
  ["var pos=(typeof arg==='boolean')?+arg :arg", "var pos=$B.int_value(arg)"], // class I(int): pass; "abc"[I(1)]
  ["return _self.repeat(other < 0 ? 0 :other)", "return _self.repeat(Math.max(0,$B.int_value(other)))"], // "x" * I(2)
  [
    "var pow1,pow2,y,z\nif(ndigits >=0){", // round(0.37545, 4): 0.3755, as the number is a little more than it looks
    "var half=x.value*2**(ndigits+1)\nif(ndigits>0&&ndigits<50&&(half%2===0||!Number.isInteger(half))){return fast_float(Number(x.value.toFixed(ndigits)))}\nvar pow1,pow2,y,z\nif(ndigits >=0){",
  ],
  ["new Function(prefix+parent_id,mod_js)(\nmod)", "pythonModules[parent][1](mod)"],
  [/function mark_parents\(node\)[^]*?(?=\n;)/, "})(__BRYTHON__);"], // how syntax trees become JavaScript
];

const [sources, folder] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const file = process.env.BRYTHON ?? require.resolve("brython/brython.js");
const whole = readFileSync(file, "utf8");

await build({
  input: join(import.meta.dirname, "../src/device/worker.ts"),
  output: { file: join(folder, "worker.js"), format: "iife", minify: true },
});
write("runtime", runtime(whole));
const compile = compiler(whole);
for (const [bundle, modules] of Object.entries(JSON.parse(readFileSync(sources, "utf8")))) {
  const parts = Object.entries(modules).map(([name, [source, isPackage]]) => {
    const code = stripped(compile(name, source, isPackage));
    const locals = `locals_${name.replaceAll(".", "_")}`;
    return `pythonModules[${JSON.stringify(name)}]=[${isPackage},function(${locals}){${code}\nreturn ${locals}}];`;
  });
  write(bundle, `var pythonModules=self.pythonModules??={};\n${parts.join("\n")}\n`);
}

/** Write a script, made smaller. */
function write(name, code) {
  const { code: small, errors } = minifySync(`${name}.js`, code, {
    module: false,
    mangle: true,
    compress: true,
    codegen: true,
  });
  if (errors.length) throw Error(`${name}: ${errors[0].message}`);
  writeFileSync(join(folder, `${name}.js`), small);
}

/** A function that compiles a module. It runs Brython in a world that looks like a web worker. */
function compiler(code) {
  const world = vm.createContext({ console, performance, TextDecoder, TextEncoder, URL });
  const worker = `
    self = globalThis; location = { href: "http://x/x.js", origin: "http://x", pathname: "/x.js" };
    class WorkerGlobalScope {}; class WorkerNavigator {}; navigator = new WorkerNavigator(); importScripts = () => {};
    Object.assign(self, { WorkerGlobalScope, WorkerNavigator });`;
  vm.runInContext(worker, world);
  vm.runInContext(code, world, { filename: "brython.js" });
  let serial = 0;
  world.__BRYTHON__.UUID = () => ++serial; // of functions: the same source is the same code
  return (name, source, isPackage) => {
    world.job = { name, source, path: `VFS.${name}${isPackage ? "/__init__" : ""}.py` };
    const job = `(() => {
      const $B = __BRYTHON__, { name, source, path } = job;
      $B.url2name[path] = name;
      try { return $B.py2js({ src: source, filename: path, imported: true }, name, name, $B.builtins_scope).to_js() }
      catch (problem) { throw Error(name + ": " + ($B.class_name?.(problem) ?? "") + " " + (problem.args ?? problem.stack) + " " + problem.lineno) }
    })()`;
    return vm.runInContext(job, world);
  };
}

/** Compiled code without line numbers, positions in the source and indentation. */
function stripped(code) {
  const lines = code.split("\n").map((line) => line.trim());
  const wanted = (line) =>
    line && !/^(\$B\.set_lineno\(frame, ?\d+(, ?'\w+')?\);?|frame\.positions = \[.*\];?)$/.test(line);
  return lines.filter(wanted).join("\n");
}

/** Brython without what only reading source text needs, and without `eval` and `new Function` where modules are loaded. */
function runtime(code) {
  const parts = code.split(/\n;(?=\n|$)/);
  const kept = parts.filter((part) => !PARSER.some((mark) => part.includes(mark)));
  if (parts.length - kept.length !== PARSER.length) throw Error("Brython has other parts than expected");
  let text = kept.join("\n;");
  for (const [from, to] of CHANGES) {
    const changed = text.replace(from, () => to);
    if (changed === text) throw Error(`Brython is not as expected: ${from}`);
    text = changed;
  }
  return text;
}
