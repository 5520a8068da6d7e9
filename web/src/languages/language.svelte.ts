/** Words in the reader's language. A message is a text with {values} in it, or one text for each plural form of {n};
 *  a catalogue is an object of messages, and catalogues of other languages have the same keys by their type. */

export type Message = string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string });
export type Messages = Record<string, Message>;
export type Values = Record<string, string | number>;

/** The page's languages, by their own names. Each but English is a folder of `languages/`. */
export const LANGUAGES = {
  en: "English",
  nl: "Nederlands",
} as const;
export type Language = keyof typeof LANGUAGES;
export const TONGUES = Object.keys(LANGUAGES) as Language[];

/** The same messages in every language. */
export type Catalogue = Record<Language, Messages>;

/** The first of the browser's languages that the page has. */
const browserLanguage =
  (navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES) as Language | undefined) ?? "en";

let chosenLanguage: () => Language | "auto" = () => "auto";

/** Read the reader's choice from here on: `lib/settings` calls this. */
export function chooseLanguageBy(choice: () => Language | "auto"): void {
  chosenLanguage = choice;
}

/** The language chosen, or the browser's. */
export function language(): Language {
  const chosen = chosenLanguage();
  return chosen === "auto" ? browserLanguage : chosen;
}

// Creating a formatter takes longer than using it a hundred times, and a table formats hundreds of numbers.
const PLURALS = each((tongue) => new Intl.PluralRules(tongue));
const NUMBERS = each((tongue) => new Intl.NumberFormat(tongue));
// British, as our texts are: "a, b and c", not "a, b, and c".
const LISTS = each((tongue) => new Intl.ListFormat(tongue === "en" ? "en-GB" : tongue, { type: "conjunction" }));
const EITHER = each((tongue) => new Intl.ListFormat(tongue === "en" ? "en-GB" : tongue, { type: "disjunction" }));

function each<T>(make: (tongue: Language) => T): Record<Language, T> {
  return Object.fromEntries(TONGUES.map((tongue) => [tongue, make(tongue)])) as Record<Language, T>;
}

/** Files by language, taken from their paths: `languages/nl/games/ur.ts` is Dutch. */
export const byLanguage = <T>(files: Record<string, T>): Partial<Record<Language, T>> =>
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path.split("/").find((part) => part in LANGUAGES), content]),
  );

/** A catalogue of the English messages and their translations, given as files by path. */
export function catalogue(en: Messages, files: Record<string, unknown>): Catalogue {
  const translations = byLanguage(files as Record<string, Messages>);
  return each((tongue) => (tongue === "en" ? en : (translations[tongue] ?? {})));
}

/** A message of a catalogue, filled in. A missing key is shown as it is. */
export function say(catalogue: Catalogue, key: string, values: Values = {}): string {
  const tongue = language();
  const message = catalogue[tongue][key] ?? catalogue.en[key];
  if (message === undefined) return key;
  const text = typeof message === "string" ? message : plural(message, Number(values["n"]), tongue);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === "number" ? number(value) : (value ?? whole);
  });
}

function plural(forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }, n: number, tongue: Language) {
  return forms[PLURALS[tongue].select(n)] ?? forms.other;
}

/** A number as the language writes it. */
export function number(value: number): string {
  return NUMBERS[language()].format(value);
}

/** "a, b and c". */
export function list(items: string[]): string {
  return LISTS[language()].format(items);
}

/** "a, b or c". */
export function either(items: string[]): string {
  return EITHER[language()].format(items);
}

/** A moment as the language writes it. */
export function moment(milliseconds: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(milliseconds);
}

/** A moment to come, as people say it: "20:00", "tomorrow 20:00", "Friday 20:00"; a date when it is more than a week. */
export function due(milliseconds: number, now = Date.now()): string {
  const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(milliseconds) - midnight(now)) / 86_400_000);
  const time = new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(milliseconds);
  if (days < 1) return time;
  if (days === 1) return `${new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(1, "day")} ${time}`;
  if (days < 7) return `${new Intl.DateTimeFormat(language(), { weekday: "long" }).format(milliseconds)} ${time}`;
  return moment(milliseconds);
}

/** A day as the language writes it. */
export function date(milliseconds: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(milliseconds);
}

const SPANS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago a moment was: "3 hours ago"; a date when it is more than a week. */
export function ago(milliseconds: number, now = Date.now()): string {
  const gone = now - milliseconds;
  if (gone > 7 * 86_400_000) return date(milliseconds);
  const [unit, span] = SPANS.find(([, length]) => gone >= length) ?? ["second", Infinity]; // "now"
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(-Math.floor(gone / span), unit);
}
