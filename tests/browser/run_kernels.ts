/** Runs kernels of a module as a test asks for on standard input, and says what they did to their arguments. */
import { readFileSync } from "node:fs";
import { Kernels, type Argument, type Block } from "../../web/src/device/kernels.ts";

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
      values.push({ ...(values[given.shares] as Block), shape: given.shape, itemSize: given.itemSize });
    else values.push(kernels.store(Buffer.from(given.bytes, "base64"), given.shape, given.itemSize));
  }
  const result = kernels.call(call.kernel, ...values);
  const blocks = values.map((value) =>
    typeof value === "object" ? Buffer.from(kernels.bytes(value)).toString("base64") : null,
  );
  return { result: String(result), blocks };
});
process.stdout.write(JSON.stringify(answers));
