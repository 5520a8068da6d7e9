/** Refusals about peace between people, and about the account; part of what all games have in common. */

export default {
  "A moderator has closed this account; ask whoever runs this server.":
    "Een moderator heeft dit account gesloten; vraag het aan wie deze server beheert.",
  "A moderator has silenced you: you can chat again from {moment} on.":
    "Een moderator heeft je het zwijgen opgelegd: vanaf {moment} kun je weer chatten.",
  "A moderator has warned you: read the warning first, at the top of the page.":
    "Een moderator heeft je gewaarschuwd: lees eerst de waarschuwing, bovenaan de pagina.",
  "Many reports have come from where you are; wait some minutes.":
    "Er kwamen veel meldingen van waar jij bent; wacht een paar minuten.",
  "Nobody is registered by that name.": "Niemand is onder die naam geregistreerd.",
  "Nobody is registered by the name {name}.": "Niemand is onder de naam {name} geregistreerd.",
  "Nobody is silenced there.": "Daar is niemand het zwijgen opgelegd.",
  "Nobody on your lists is meant by that.": "Daarmee is niemand op je lijsten bedoeld.",
  "Nobody sits there who could be meant.": "Daar zit niemand die bedoeld kan zijn.",
  "Say for how many hours.": "Zeg voor hoeveel uur.",
  "Say what the moderators should look at.": "Zeg waar de moderators naar moeten kijken.",
  "Somebody is meant by a name, or by a table and a seat or a line of its chat.":
    "Iemand wordt bedoeld met een naam, of met een tafel en een plaats of een regel van de chat.",
  "That account has been deleted; all that can be done is to dismiss the report.":
    "Dat account is verwijderd; de melding kan alleen nog afgewezen worden.",
  "That account is closed already.": "Dat account is al gesloten.",
  "That account is not closed.": "Dat account is niet gesloten.",
  "That is a moderator; only the host of this server can take that away, on their machine.":
    "Dat is een moderator; alleen de beheerder van deze server kan dat wegnemen, op de machine zelf.",
  "That is you.": "Dat ben je zelf.",
  "That was not said at this table.": "Dat is niet aan deze tafel gezegd.",
  "The lines that a report is about were said by whoever is reported.":
    "De regels waar een melding over gaat, zijn gezegd door wie gemeld wordt.",
  "There is no such report.": "Die melding bestaat niet.",
  "There is no such warning to you.": "Zo’n waarschuwing is er niet voor jou.",
  "You cannot take a seat at this table.": "Je kunt aan deze tafel geen plaats nemen.",
  "You have a list of {most} people already; take somebody off it first.":
    "Er staan al {most} mensen op je lijst; haal er eerst iemand af.",
  "You have made {reports} reports today; the moderators read them.":
    "Je hebt vandaag {reports} meldingen gedaan; de moderators lezen ze.",
  "You have reported that already; a moderator will look at it.": "Dat heb je al gemeld; een moderator kijkt ernaar.",
  "Nobody can bring it back; say that you are sure.": "Niemand kan het terughalen; zeg dat je het zeker weet.",
  "Nothing is stored about you.": "Er wordt niets over je bewaard.",
  "Passkeys need a server with a name, not with an address in numbers.":
    "Passkeys vragen om een server met een naam, niet met een adres in cijfers.",
  "That passkey could not be checked; try it again.":
    "Die passkey kon niet gecontroleerd worden; probeer het nog eens.",
  "That passkey is known already.": "Die passkey is al bekend.",
  "You have no passkey for this address; your password does it as well.":
    "Je hebt geen passkey voor dit adres; met je wachtwoord kan het ook.",
  "You have no such passkey.": "Zo’n passkey heb je niet.",
  "You have {passkeys} passkeys already; delete one first.": "Je hebt al {passkeys} passkeys; verwijder er eerst een.",
};
