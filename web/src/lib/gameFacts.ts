/** What newcomers ask first about each game: how long a match against bots takes, and how hard the rules are. */

export interface Facts {
  minutes: number; // of a match with the usual number of seats
  difficulty: "easy" | "medium" | "hard"; // of the rules, for somebody who plays their first match
}

export const FACTS: Record<string, Facts> = {
  babylonia: { minutes: 25, difficulty: "easy" },
  amyitis: { minutes: 45, difficulty: "hard" },
  ur: { minutes: 25, difficulty: "medium" },
  babel: { minutes: 20, difficulty: "medium" },
};
