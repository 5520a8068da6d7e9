/* oxlint-disable no-underscore-dangle */
/** What the build puts in (`web/scripts/device.ts`). */
declare const __DEVICE__: import("./interpreter").Manifest;
