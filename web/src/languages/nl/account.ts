import type en from "../en/account";
import type { Message } from "../language.svelte";

const nl: Record<keyof typeof en, Message> = {
  passkeys: "Passkeys",
  "passkeys:text":
    "Log in met je vingerafdruk, je gezicht of een beveiligingssleutel, zonder iets te typen. Een passkey blijft op je apparaat; de server kent alleen het openbare deel. Met een ander wachtwoord verdwijnen ze allemaal.",
  "passkeys:none": "Je hebt er geen.",
  "passkeys:made": "gemaakt op {when}",
  "passkeys:used": "laatst gebruikt op {when}",
  "passkeys:unused": "nooit gebruikt",
  "passkeys:site": "voor {site}",
  "passkeys:label": "Hoe hij heet",
  "passkeys:labelHint": "Het apparaat waar hij op staat, bijvoorbeeld",
  "passkeys:password": "Je wachtwoord",
  "passkeys:passwordHint": "Daaraan is te zien dat jij het bent die nog een ingang wil",
  "passkeys:add": "Passkey toevoegen",
  "passkeys:added": "De passkey “{label}” is er.",
  "passkeys:rename": "“{label}” hernoemen",
  "passkeys:save": "Bewaren",
  "passkeys:delete": "“{label}” verwijderen",
  "passkeys:deleteAsk":
    "Niemand kan nog inloggen met “{label}”. Je apparaat kan hem nog tonen; verwijder hem daar ook.",
  "passkeys:deleted": "Hij is verwijderd.",
  "passkeys:enter": "Inloggen met een passkey",
  "passkeys:or": "Of, zonder te typen:",
  "passkeys:given up": "Er is geen passkey gekozen.",
  "passkeys:numbers": "Passkeys werken waar deze server een naam heeft, niet een adres in cijfers.",

  data: "Wat er over je bewaard wordt",
  "data:text": "Alles in één JSON-bestand: je account, partijen, beslissingen, chat, notities, ratings en de rest.",
  "data:load": "Alles downloaden",
  "data:privacy": "Wat er bewaard wordt, en waarom",
  end: "Mijn account verwijderen",
  "end:guest": "Vergeet mij",
  "end:text":
    "Je naam, login, wachtwoord, passkeys, tokens, notities, analyses, ratings en wat je gezegd hebt, verdwijnen voorgoed. Partijen blijven, voor wie met je speelde: daar ben je “een voormalige speler”. Een partij die nog bezig is, verlaat je zoals iemand die opgeeft. Niemand anders kan je naam nemen, {days} dagen lang.",
  "end:guest:text":
    "Je naam, notities, analyses, puzzelratings en wat je gezegd hebt, verdwijnen voorgoed. Partijen blijven, voor wie met je speelde: daar ben je “een voormalige speler”. Een partij die nog bezig is, verlaat je zoals iemand die opgeeft.",
  "end:sure": "Ik weet dat niemand het terug kan halen",
  "end:password": "Je wachtwoord",
  "end:passkey": "Bevestigen met een passkey",
  "end:do": "Voorgoed verwijderen",
  "end:done": "Het is weg. Je bent hier een nieuwe gast.",
  former: "een voormalige speler",
  "former:said": "verwijderd",

  privacy: "Privacy",
  "privacy:lead": "Wat deze server over je bewaart, waarom, en hoe lang.",
};

export default nl;
