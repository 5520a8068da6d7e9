/** Durations as text: "2:05", "1:02:05", "3 d 4 h". */

import { language } from "../../languages/language.svelte";

const unit = (value: number, name: string): string =>
  new Intl.NumberFormat(language(), { style: "unit", unit: name, unitDisplay: "narrow" }).format(value);

export function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${unit(days, "day")} ${unit(hours, "hour")}`;
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
