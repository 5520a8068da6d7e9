/** Refusals about tournaments; part of what all games have in common. */

export default {
  "A tournament starts within a year from now.": "Een toernooi begint binnen een jaar vanaf nu.",
  "An arena is played while everybody is there, not by correspondence.":
    "Een arena wordt gespeeld terwijl iedereen er is, niet per brief.",
  "An arena takes at least 5 minutes.": "Een arena duurt minstens 5 minuten.",
  "Only an arena takes so many minutes; others have rounds.":
    "Alleen een arena duurt een aantal minuten; andere toernooien hebben ronden.",
  "Only the organizer of a tournament can do that.": "Dat kan alleen de organisator van het toernooi.",
  "Others are joining at this moment; try it again.": "Er melden zich net anderen aan; probeer het nog eens.",
  "Somebody has to be first, and nobody can be further back than the last.":
    "Iemand moet eerste zijn, en niemand kan verder achter liggen dan de laatste.",
  "The round before has to end first.": "Eerst moet de vorige ronde klaar zijn.",
  "There are too few players for a table yet.": "Er zijn nog te weinig spelers voor een tafel.",
  "There is no further round.": "Er komt geen ronde meer.",
  "There is no such player in this tournament.": "Die speler doet niet mee aan dit toernooi.",
  "There is no such table in this tournament.": "Die tafel is er niet in dit toernooi.",
  "There is no such tournament.": "Dat toernooi bestaat niet.",
  "This game has no smaller tables; choose a bot that completes them.":
    "Dit spel kent geen kleinere tafels; kies een bot die ze aanvult.",
  "This seat belongs to a tournament; withdraw there if you do not want to play on.":
    "Deze plaats houdt een toernooi voor je vrij; trek je daar terug als je niet verder speelt.",
  "This table has {seats} seats, not {given}.": "Deze tafel heeft {seats} plaatsen, niet {given}.",
  "This tournament has begun, and nobody can join it any more.":
    "Dit toernooi is begonnen, en niemand kan nog meedoen.",
  "This tournament is for people with an account; register first.":
    "Dit toernooi is voor mensen met een account; meld je eerst aan.",
  "This tournament is full: {most} take part.": "Dit toernooi is vol: er doen er {most} mee.",
  "This tournament is full: {most} people have taken part.": "Dit toernooi is vol: {most} mensen hebben meegedaan.",
  "This tournament is over.": "Dit toernooi is afgelopen.",
  "You cannot take part in this tournament.": "Je kunt niet meedoen aan dit toernooi.",
  "You do not take part in this tournament.": "Je doet niet mee aan dit toernooi.",
  "You organize {most} tournaments that are not over; end one of them first.":
    "Je organiseert {most} toernooien die niet afgelopen zijn; beëindig er eerst een.",
  "You take part in this tournament already.": "Je doet al mee aan dit toernooi.",
};
