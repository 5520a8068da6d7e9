import type en from "../en/ratings";
import type { Message } from "../language.svelte";

const nl: Record<keyof typeof en, Message> = {
  former:
    "Je heette {former}. Een naam is nu van één speler, en iemand had die, of een die erop lijkt, eerder dan jij: tot je een andere kiest, ben je {name}.",
  mine: "Mijn pagina, zoals anderen haar zien",
  rated: "Rating",
  "rated:no": "Vriendschappelijk",
  "rated:no:note": "Telt voor niemands rating.",
  "rated:yes": "Voor de rating",
  "rated:yes:note":
    "Verandert de rating van iedereen. Met een klok, zonder hints; terugnemen kan alleen wat nog niemand heeft gezien.",
  "rated:guest": "Voor geregistreerde spelers: registreer je op je profiel, en na je eerste partij heb je een rating.",
  "rated:mark": "voor de rating",
  "rating:title": "Rating",
  "rating:provisional:title": "Rating, nog voorlopig: te weinig partijen om er zeker van te zijn",
  changes: "Ratings",
  "uncounted:absent": "Deze partij telt niet voor de rating: ze is verlaten voordat iedereen had gespeeld.",
  "uncounted:again":
    "Deze partij telt niet voor de rating: dezelfde mensen hebben vandaag al genoeg partijen voor de rating gespeeld.",
  level: "bot",
  curve: "Rating in {game} over {n} partijen: van {from} naar {to}, op zijn best {best}.",
  leaderboard: "Ranglijst",
  "leaderboard:lead":
    "Mensen en de niveaus van de bots op één schaal: 400 punten meer zijn tien overwinningen tegen één.",
  "leaderboard:games": "Spellen",
  "leaderboard:place": "Plaats",
  "leaderboard:who": "Naam",
  "leaderboard:rating": "Rating",
  "leaderboard:sure": "Zeker tot op",
  "leaderboard:matches": "Partijen",
  "leaderboard:nobody":
    "Nog niemand heeft genoeg partijen voor de rating gespeeld om hier te staan. De niveaus staan waar ze gemeten zijn.",
  "leaderboard:note": "Hier staat wie geen voorlopige rating meer heeft. Een vraagteken zegt dat ze dat nog wel is.",
  "leaderboard:register": "Registreer je om een rating te krijgen",
  "leaderboard:play": "Speel een partij voor de rating",
  "player:missing": "Niemand met die naam",
  "player:page": "pagina",
  "player:since": "Hier sinds",
  "player:matches": "Openbare partijen",
  "player:won": "Gewonnen",
  "player:streak": "Overwinningen op rij",
  "player:best": "hoogstens {n}",
  "player:favourite": "Speelt het meest",
  "player:you": "Zo zien anderen je: alleen openbare partijen. Al die van jou staan in",
  "player:ratings": "Ratings",
  "player:rated": { one: "{n} partij voor de rating", other: "{n} partijen voor de rating" },
  "player:provisional": "Voorlopig: nog een paar partijen, en ze zegt iets.",
  "player:unrated": "Nog geen partij voor de rating.",
  "player:latest": "Laatste partijen",
  "player:none": "Nog geen openbare partij",
  "player:none:text": "Wat aan besloten tafels gespeeld wordt, gaat niemand iets aan.",
};

export default nl;
