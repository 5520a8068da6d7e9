/** Refusals of muting, blocking, reporting and moderation, and about the account; part of what all games have in common. */

export default {
  "A moderator has closed this account; contact the administrator.":
    "Een moderator heeft dit account gesloten; neem contact op met de beheerder.",
  "A moderator has silenced you. You can chat again after {moment}.":
    "Een moderator heeft je chat uitgezet. Je kunt weer chatten na {moment}.",
  "A moderator has warned you. Read the warning at the top of the page first.":
    "Een moderator heeft je gewaarschuwd. Lees eerst de waarschuwing bovenaan de pagina.",
  "Too many reports from your network. Wait a few minutes.":
    "Te veel meldingen vanaf jouw netwerk. Wacht een paar minuten.",
  "There is no registered player with that name.": "Er is geen geregistreerde speler met die naam.",
  "That player is not silenced.": "De chat van die speler staat niet uit.",
  "That player is not on your lists.": "Die speler staat niet op je lijsten.",
  "There is no player on that seat.": "Op die plaats zit geen speler.",
  "Enter the number of hours.": "Vul het aantal uren in.",
  "Describe what the moderators should look at.": "Beschrijf waar de moderators naar moeten kijken.",
  "Say who you mean: by name, or by table with a seat or a chat line.":
    "Geef aan wie je bedoelt: met een naam, of met een tafel en een plaats of chatregel.",
  "That account has been deleted. You can only dismiss the report.":
    "Dat account is verwijderd. Je kunt de melding alleen nog afwijzen.",
  "That account is already closed.": "Dat account is al gesloten.",
  "That account is not closed.": "Dat account is niet gesloten.",
  "That player is a moderator. Only whoever runs this server can remove a moderator, on the server itself.":
    "Die speler is moderator. Alleen de beheerder kan een moderator verwijderen, op de server zelf.",
  "{name} is an admin. End that role first.": "{name} is beheerder. Neem die rol eerst weg.",
  "You are an admin of this server. End that role first, on the admin page or by command.":
    "Je bent beheerder van deze server. Leg die rol eerst neer, op de beheerpagina of met een commando.",
  "You are the only admin. Make somebody else an admin first.":
    "Je bent de enige beheerder. Maak eerst iemand anders beheerder.",
  "The account of {name} is closed; reopen it first.": "Het account van {name} is gesloten; heropen het eerst.",
  "Enter the new name.": "Vul de nieuwe naam in.",
  "A login has 3 to 64 letters, digits or . _ - + @; {login} has not.":
    "Een login heeft 3 tot 64 letters, cijfers of . _ - + @; dat geldt niet voor {login}.",
  "An invitation is for 1 to {most} people.": "Een uitnodiging is voor 1 tot {most} mensen.",
  "An invitation lasts 1 to {most} days.": "Een uitnodiging geldt 1 tot {most} dagen.",
  "There is no invitation {invitation}.": "Er is geen uitnodiging {invitation}.",
  "This match belongs to a tournament. Its organizer can correct the result or cancel it.":
    "Deze partij hoort bij een toernooi. De organisator kan de uitslag corrigeren of het toernooi afgelasten.",
  "This match has not begun. If nobody comes, the lobby stops listing it.":
    "Deze partij is nog niet begonnen. Als er niemand komt, verdwijnt ze uit de lobby.",
  "This match is over already.": "Deze partij is al afgelopen.",
  "You cannot do that to yourself.": "Dat kun je niet met jezelf doen.",
  "There is no such chat line at this table.": "Die chatregel is er niet aan deze tafel.",
  "You can only report chat lines of the player you are reporting.":
    "Je kunt alleen chatregels melden van de speler die je meldt.",
  "There is no such report.": "Die melding bestaat niet.",
  "You have no such warning.": "Je hebt niet zo’n waarschuwing.",
  "You cannot take a seat at this table.": "Je kunt aan deze tafel geen plaats nemen.",
  "Your list already has {most} people. Remove somebody first.":
    "Er staan al {most} mensen op je lijst. Haal er eerst iemand af.",
  "You have already sent {reports} reports today. The moderators will read them.":
    "Je hebt vandaag al {reports} meldingen gedaan. De moderators lezen ze.",
  "You have already reported this. A moderator will look at it.": "Dit heb je al gemeld. Een moderator kijkt ernaar.",
  "This cannot be undone. Confirm that you are sure.":
    "Dit kan niet ongedaan worden gemaakt. Bevestig dat je het zeker weet.",
  "Nothing is stored about you.": "Er wordt niets over je bewaard.",
  "This server does not support metrics.": "Deze server ondersteunt geen metingen.",
  "This server does not support passkeys.": "Deze server ondersteunt geen passkeys.",
  "Passkeys need a domain name. They do not work with an IP address.":
    "Passkeys hebben een domeinnaam nodig. Met een IP-adres werken ze niet.",
  "The passkey could not be verified. Try again.": "De passkey kon niet worden gecontroleerd. Probeer het opnieuw.",
  "This passkey is already registered.": "Deze passkey is al geregistreerd.",
  "You have no passkey for this site. Use your password instead.":
    "Je hebt geen passkey voor deze site. Gebruik je wachtwoord.",
  "You have no such passkey.": "Zo’n passkey heb je niet.",
  "You already have {passkeys} passkeys. Delete one first.": "Je hebt al {passkeys} passkeys. Verwijder er eerst een.",
};
