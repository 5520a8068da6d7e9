/** What the build puts in (`web/scripts/device.ts`). */
declare const __DEVICE__: import("./interpreter").Manifest;
