/** Sounds, synthesized in the browser: a tick for a piece, a rising pair for points, a soft call for one's turn. */

import { settings } from "../settings.svelte";

export type Sound = "place" | "score" | "turn";

// [frequency, begins at, lasts], in hertz and seconds
const NOTES: Record<Sound, [number, number, number][]> = {
  place: [[310, 0, 0.07]],
  score: [
    [523, 0, 0.09],
    [784, 0.08, 0.14],
  ],
  turn: [
    [392, 0, 0.18],
    [523, 0.14, 0.3],
  ],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
  } catch {
    return; // no sound here
  }
  if (context.state === "suspended") void context.resume();
  for (const [frequency, begins, lasts] of NOTES[sound]) {
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const volume = new GainNode(context, { gain: 0 });
    const start = context.currentTime + begins;
    volume.gain.linearRampToValueAtTime(0.12, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + lasts);
  }
}
