/** Our Python on a page's own thread, which a browser can slow down; `device.py` asks it. Scripts were loaded before. */
import { Interpreter, type Manifest } from "../../web/src/device/interpreter.ts";

const world = globalThis as any;
world.begin = (files: Manifest) => {
  const interpreter = new Interpreter(
    files,
    { run: () => undefined, bytes: async (name) => (await fetch(`/${name}`)).arrayBuffer() },
    world,
  );
  interpreter.start("core");
  world.python = interpreter;
};
/** Give a table a message; what it asks a bot is kept in `asked`. */
world.tell = (message: object) => {
  const answers: string[] = world.python.call("ziggurat.browser.worker", "handle", JSON.stringify({ at: 1, ...message }));
  for (const answer of answers) {
    const told = JSON.parse(answer.split("\n")[0]!);
    if (told.is === "think") world.asked = told;
  }
};
world.timed = (act: () => unknown) => {
  const began = performance.now();
  act();
  return performance.now() - began;
};
