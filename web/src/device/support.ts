/** Whether this browser can play without a server: the kernels use WebAssembly's vector instructions. */

// A module with one function that makes a vector: the smallest that only browsers with SIMD accept.
const VECTOR = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];

export const isSupported = (): boolean =>
  "WebAssembly" in globalThis && "Worker" in globalThis && WebAssembly.validate(new Uint8Array(VECTOR));
