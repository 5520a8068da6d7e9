/** English for people's pages, and by its type the list of what other languages must have. */
import type { Messages } from "../language.svelte";

const en = {
  former:
    "You were called {former}. Names are one's own now, and somebody had that one, or one that looks like it, before you: until you choose another, you are {name}.",
  mine: "My page, as others see it",
  rated: "Rating",
  "rated:no": "Casual",
  "rated:no:note": "It counts for nobody's rating.",
  "rated:yes": "Rated",
  "rated:yes:note":
    "It changes everybody's rating. With a clock, without hints; only what nobody else has seen is taken back.",
  "rated:guest": "For registered players: register on your profile, and you have a rating after your first match.",
  "rated:mark": "rated",
  "rating:title": "Rating",
  "rating:provisional:title": "Rating, still provisional: too few matches to be sure of it",
  changes: "Ratings",
  "uncounted:absent": "This match does not count for ratings: it was left before everybody had played.",
  "uncounted:again": "This match does not count for ratings: the same people have had their rated matches for today.",
  level: "bot",
  curve: "Rating in {game} over {n} matches: from {from} to {to}, at best {best}.",
  leaderboard: "Leaderboard",
  "leaderboard:lead": "People and the bots' levels on one scale: 400 points more are ten victories to one.",
  "leaderboard:games": "Games",
  "leaderboard:place": "Place",
  "leaderboard:who": "Name",
  "leaderboard:rating": "Rating",
  "leaderboard:sure": "Sure to within",
  "leaderboard:matches": "Matches",
  "leaderboard:nobody":
    "Nobody has played enough rated matches yet to stand here. The levels stand where they were measured.",
  "leaderboard:note": "Here stand all whose rating is no longer provisional. A question mark means that it still is.",
  "leaderboard:register": "Register to have a rating",
  "leaderboard:play": "Play a rated match",
  "player:missing": "Nobody of that name",
  "player:page": "page",
  "player:since": "Here since",
  "player:matches": "Public matches",
  "player:won": "Won",
  "player:streak": "Victories in a row",
  "player:best": "at most {n}",
  "player:favourite": "Plays most",
  "player:you": "This is how others see you: public matches only. All of yours are in",
  "player:ratings": "Ratings",
  "player:rated": { one: "{n} rated match", other: "{n} rated matches" },
  "player:provisional": "Provisional: a few matches more, and it says something.",
  "player:unrated": "No rated match yet.",
  "player:latest": "Latest matches",
  "player:none": "No public match yet",
  "player:none:text": "What is played at private tables is nobody's business.",
} satisfies Messages;

export default en;
