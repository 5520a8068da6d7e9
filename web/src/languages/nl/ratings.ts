import type en from "../en/ratings";
import type { Message } from "../language.svelte";

const nl: Record<keyof typeof en, Message> = {
  former:
    "Je heette {former}. Namen zijn nu uniek, en iemand anders had deze naam al, of een die erop lijkt. Tot je een nieuwe naam kiest, heet je {name}.",
  mine: "Mijn openbare profiel",
  rated: "Rating",
  "rated:no": "Vriendschappelijk",
  "rated:no:note": "De ratings veranderen niet.",
  "rated:yes": "Voor de rating",
  "rated:yes:note":
    "Verandert ieders rating. Met klok en zonder hints. Je kunt alleen terugnemen wat anderen nog niet hebben gezien.",
  "rated:guest":
    "Voor geregistreerde spelers. Registreer je op je profielpagina; na je eerste partij krijg je een rating.",
  "rated:mark": "voor de rating",
  "rating:title": "Rating",
  "rating:provisional:title": "Voorlopige rating: gebaseerd op maar een paar partijen",
  changes: "Ratings",
  "uncounted:aborted": "Telt niet voor de rating: de beheerder heeft deze partij beëindigd.",
  "uncounted:absent": "Telt niet voor de rating: iemand vertrok voordat iedereen had gespeeld.",
  "uncounted:again":
    "Telt niet voor de rating: deze spelers hebben vandaag al het maximum aan partijen voor de rating tegen elkaar gespeeld.",
  level: "bot",
  curve: "Rating in {game} over {n} partijen: van {from} naar {to}, beste {best}.",
  leaderboard: "Ranglijst",
  "leaderboard:lead":
    "Mensen en bots op één schaal. Een speler met 400 punten meer wint ongeveer tien van de elf keer.",
  "leaderboard:games": "Spellen",
  "leaderboard:place": "Plaats",
  "leaderboard:who": "Naam",
  "leaderboard:rating": "Rating",
  "leaderboard:sure": "±",
  "leaderboard:matches": "Partijen",
  "leaderboard:nobody":
    "Nog niemand heeft genoeg partijen voor de rating gespeeld. De ratings van de bots zijn vooraf gemeten.",
  "leaderboard:note": "Toont spelers met een vaste rating. Een vraagteken betekent dat een rating voorlopig is.",
  "leaderboard:register": "Registreer je om een rating te krijgen",
  "leaderboard:play": "Speel een partij voor de rating",
  "player:missing": "Geen speler met die naam",
  "player:page": "profiel",
  "player:since": "Lid sinds",
  "player:matches": "Openbare partijen",
  "player:won": "Gewonnen",
  "player:streak": "Winstreeks",
  "player:best": "beste: {n}",
  "player:favourite": "Meest gespeeld",
  "player:you": "Dit is je openbare profiel. Hier staan alleen openbare partijen. Al je partijen staan in",
  "player:ratings": "Ratings",
  "player:rated": { one: "{n} partij voor de rating", other: "{n} partijen voor de rating" },
  "player:provisional": "Voorlopig: speel nog een paar partijen.",
  "player:unrated": "Nog geen partijen voor de rating.",
  "player:latest": "Recente partijen",
  "player:none": "Nog geen openbare partijen",
  "player:none:text": "Partijen aan besloten tafels worden niet getoond.",
};

export default nl;
