import type en from "../en/account";
import type { Message } from "../language.svelte";

const nl: Record<keyof typeof en, Message> = {
  passkeys: "Passkeys",
  "passkeys:text":
    "Log in met je vingerafdruk, je gezicht of een beveiligingssleutel. Zonder typen. Een passkey blijft op je apparaat; de server kent alleen het openbare deel. Als je je wachtwoord wijzigt, worden alle passkeys verwijderd.",
  "passkeys:none": "Je hebt nog geen passkeys.",
  "passkeys:made": "gemaakt op {when}",
  "passkeys:used": "laatst gebruikt op {when}",
  "passkeys:unused": "nooit gebruikt",
  "passkeys:site": "voor {site}",
  "passkeys:label": "Naam van de passkey",
  "passkeys:labelHint": "Bijvoorbeeld het apparaat waarop hij staat",
  "passkeys:password": "Je wachtwoord",
  "passkeys:passwordHint": "Om te bevestigen dat jij het bent",
  "passkeys:add": "Passkey toevoegen",
  "passkeys:added": "Passkey “{label}” toegevoegd.",
  "passkeys:rename": "“{label}” hernoemen",
  "passkeys:save": "Opslaan",
  "passkeys:delete": "“{label}” verwijderen",
  "passkeys:deleteAsk":
    "Je kunt niet meer inloggen met “{label}”. Misschien staat hij nog op je apparaat; verwijder hem daar ook.",
  "passkeys:deleted": "Passkey verwijderd.",
  "passkeys:enter": "Inloggen met een passkey",
  "passkeys:or": "Of zonder wachtwoord:",
  "passkeys:given up": "Er is geen passkey gekozen.",
  "passkeys:numbers": "Passkeys werken alleen als je deze server via een naam bereikt, niet via een IP-adres.",

  data: "Je gegevens",
  "data:text":
    "Alles wat we over je bewaren in één JSON-bestand: account, partijen, zetten, chat, notities, ratings en meer.",
  "data:load": "Mijn gegevens downloaden",
  "data:privacy": "Wat we bewaren, en waarom",
  end: "Mijn account verwijderen",
  "end:guest": "Mijn gegevens verwijderen",
  "end:text":
    "Dit verwijdert je naam, login, wachtwoord, passkeys, tokens, notities, analyses, ratings en chatberichten voorgoed. Afgelopen partijen blijven bestaan voor je medespelers, onder de naam “een voormalige speler”. Lopende partijen geef je op. Niemand anders kan je naam {days} dagen lang gebruiken.",
  "end:guest:text":
    "Dit verwijdert je naam, notities, analyses, puzzelratings en chatberichten voorgoed. Afgelopen partijen blijven bestaan voor je medespelers, onder de naam “een voormalige speler”. Lopende partijen geef je op.",
  "end:sure": "Ik begrijp dat dit niet ongedaan kan worden gemaakt",
  "end:password": "Je wachtwoord",
  "end:passkey": "Bevestigen met een passkey",
  "end:do": "Voorgoed verwijderen",
  "end:done": "Verwijderd. Je bent nu een nieuwe gast.",
  former: "een voormalige speler",
  "former:said": "verwijderd",

  privacy: "Privacy",
  "privacy:lead": "Wat deze server over je bewaart, waarom, en hoe lang.",
};

export default nl;
