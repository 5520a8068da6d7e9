import { expect, test } from "vitest";
import { unpackNetwork } from "../../src/device/networks";
import sample from "./network.json"; // tests/server/transport/test_device_networks.py packs the same

const packed = Uint8Array.from(atob(sample.packed), (letter) => letter.charCodeAt(0));

test("unpacks a network as Python packed it", () => {
  const { weights, numbers, room } = unpackNetwork(packed.buffer);
  expect(Array.from(weights)).toEqual(sample.weights);
  expect(Array.from(numbers)).toEqual(sample.numbers);
  expect(room).toBe(sample.room);
});

test("refuses a network that ends too early", () => {
  expect(() => unpackNetwork(packed.buffer.slice(0, -2))).toThrow("A network ends too early.");
});
