/** Runs our Python on Brython in Node, as a page's worker does: one request a line on standard input, one answer a line.
 *
 *  A request is `{load: [game, …parts]}`, `{bundle: name}`, `{script: path}` or `{call: [module, function, …texts]}`. Like under the page's content policy,
 *  nothing can be evaluated from text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import vm from "node:vm";
import { Interpreter, type Manifest } from "../../web/src/device/interpreter.ts";

const folder = process.argv[2]!;
const { stdin: input, stdout } = process;
const say = (answer: unknown) => stdout.write(`${JSON.stringify(answer)}\n`);
const world = globalThis as any;
world.self = world;
world.location = { href: "http://device/worker.js", origin: "http://device", pathname: "/worker.js" };
for (const name of ["WorkerGlobalScope", "WorkerNavigator"]) world[name] = class {};
Object.defineProperty(world, "navigator", { value: new world.WorkerNavigator(), configurable: true });
world.importScripts = () => undefined;
delete world.process;
const RealFunction = Function;
world.Function = function () {
  throw new Error("a content policy forbids new Function");
};
world.Function.prototype = RealFunction.prototype;
world.eval = () => {
  throw new Error("a content policy forbids eval");
};

const manifest = JSON.parse(readFileSync(join(folder, "device.json"), "utf8")) as Manifest;
const interpreter = new Interpreter(
  manifest,
  {
    run: (...names) => {
      for (const name of names) vm.runInThisContext(readFileSync(join(folder, name), "utf8"), { filename: name });
    },
    bytes: async (name) => {
      const content = readFileSync(join(folder, name));
      return content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength) as ArrayBuffer;
    },
  },
  world,
);
interpreter.start("core");

for await (const line of createInterface({ input })) {
  const request = JSON.parse(line) as { load?: [string, ...string[]]; bundle?: string; script?: string; call?: [string, string, ...string[]] };
  try {
    if (request.script) vm.runInThisContext(readFileSync(request.script, "utf8"));
    if (request.bundle) await interpreter.bundle(request.bundle);
    if (request.load) await interpreter.game(request.load[0], ...(request.load.slice(1) as ("network" | "texts" | "puzzles")[]));
    say({ answer: request.call ? interpreter.call(...request.call) : [] });
  } catch (problem) {
    say({ problem: String((problem as Error).stack ?? problem) });
  }
}
