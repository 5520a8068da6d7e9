/** Runs kernels of a module as a test asks for on standard input, and says what they did to their arguments. */
import { readFileSync } from "node:fs";
import { contiguous, fromBytes, reshaped, viewed, View } from "../../web/src/device/arrays.ts";
import { Kernels, type Argument } from "../../web/src/device/kernels.ts";

interface Call {
  kernel: string;
  arguments: ({ bytes: string; shape: number[]; itemSize: number; shares?: number } | string)[];
}

const job = JSON.parse(readFileSync(0, "utf8")) as { module: string; description: string; calls: Call[] };
const kernels = await Kernels.load(readFileSync(job.module), JSON.parse(readFileSync(job.description, "utf8")));
const answers = job.calls.map((call) => {
  const values: Argument[] = [];
  for (const given of call.arguments) {
    if (typeof given === "string") values.push(BigInt(given));
    else if (given.shares !== undefined)
      values.push(reshaped(viewed(values[given.shares] as View, "V", given.itemSize), given.shape));
    else values.push(reshaped(fromBytes(Buffer.from(given.bytes, "base64"), "V", given.itemSize), given.shape));
  }
  const result = kernels.call([call.kernel], values);
  const blocks = values.map((value) =>
    value instanceof View ? Buffer.from(contiguous(value).bytes).toString("base64") : null,
  );
  return { result: String(result), blocks };
});
process.stdout.write(JSON.stringify(answers));
