/** Refusals about tournaments; part of what all games have in common. */

export default {
  "The start must be within a year from now.": "De start moet binnen een jaar liggen.",
  "An arena cannot be played by correspondence.": "Een arena kan niet als correspondentietoernooi gespeeld worden.",
  "An arena lasts at least 5 minutes.": "Een arena duurt minstens 5 minuten.",
  "Only an arena has a duration in minutes; other tournaments have rounds.":
    "Alleen een arena heeft een duur in minuten; andere toernooien hebben ronden.",
  "Only the organizer can do that.": "Dat kan alleen de organisator.",
  "Players are joining right now; try again.": "Er melden zich net spelers aan; probeer het nog eens.",
  "Places begin at 1 and are at most the number of players.":
    "Plaatsen beginnen bij 1 en zijn hoogstens het aantal spelers.",
  "The previous round has to end first.": "Eerst moet de vorige ronde klaar zijn.",
  "There are not enough players yet.": "Er zijn nog niet genoeg spelers.",
  "There are no more rounds.": "Er zijn geen ronden meer.",
  "There is no such player in this tournament.": "Die speler doet niet mee aan dit toernooi.",
  "There is no such table in this tournament.": "Die tafel is er niet in dit toernooi.",
  "There is no such tournament.": "Dat toernooi bestaat niet.",
  "This game has no smaller tables; choose a bot to fill them.":
    "Dit spel kent geen kleinere tafels; kies een bot die ze aanvult.",
  "This seat belongs to a tournament; withdraw there if you do not want to play on.":
    "Deze plaats hoort bij een toernooi; trek je daar terug als je niet verder wilt spelen.",
  "This table has {seats} seats, not {given}.": "Deze tafel heeft {seats} plaatsen, niet {given}.",
  "This tournament has started and takes no more players.": "Dit toernooi is begonnen; je kunt niet meer meedoen.",
  "You need an account to join this tournament.": "Voor dit toernooi heb je een account nodig.",
  "This tournament is full ({most} players).": "Dit toernooi is vol ({most} spelers).",
  "This tournament is full: {most} people have joined it.": "Dit toernooi is vol: {most} mensen hebben zich aangemeld.",
  "This tournament is over.": "Dit toernooi is afgelopen.",
  "You cannot join this tournament.": "Je kunt niet meedoen aan dit toernooi.",
  "You have not joined this tournament.": "Je doet niet mee aan dit toernooi.",
  "You already organize {most} unfinished tournaments; end one of them first.":
    "Je organiseert al {most} toernooien die nog lopen; beëindig er eerst een.",
  "You have already joined this tournament.": "Je doet al mee aan dit toernooi.",
};
