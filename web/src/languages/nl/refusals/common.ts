/** Wat de server weigert, in het Nederlands: voor elke zin een. Wat bij één spel hoort, staat bij dat spel. */

import type { Forms } from "../../../generated/refusals";
import peace from "./peace";
import tournaments from "./tournaments";

export default {
  ...peace,
  ...tournaments,
  "'{text}' could be {moves}; write it out.": "'{text}' kan {moves} zijn; schrijf het uit.",
  "A bot has taken your seat over.": "Een bot heeft je plaats overgenomen.",
  "A clock needs at least a second to begin with.": "Een klok begint met minstens één seconde.",
  "A hint is for whoever is to decide.": "Een hint is er voor wie aan zet is.",
  "A preview is for whoever is to decide.": "Vooruitkijken kan alleen wie aan zet is.",
  "Reasons are for whoever is to decide.": "Redenen hoort alleen wie aan zet is.",
  "A review has between 0 and 86,400 seconds, not {seconds}.":
    "Een analyse heeft tussen 0 en 86.400 seconden, niet {seconds}.",
  "So many matches wait to be reviewed that another would wait long; try it again later.":
    "Er wachten zoveel partijen op hun analyse dat nog een lang zou wachten; probeer het later nog eens.",
  "The match could not be reviewed; try it again later.":
    "De partij kon niet geanalyseerd worden; probeer het later nog eens.",
  "The match has {choices} decisions to judge, which takes more than {seconds} seconds.":
    "De partij heeft {choices} beslissingen te beoordelen, en dat duurt langer dan {seconds} seconden.",
  "The match has {decisions} decisions; up to {longest} can be reviewed.":
    "De partij heeft {decisions} beslissingen; tot {longest} kunnen er geanalyseerd worden.",
  "The match is not over; it can be reviewed afterwards.":
    "De partij is nog niet afgelopen; daarna kan ze geanalyseerd worden.",
  "What a review of {game} needs is still being compiled.":
    "Wat een analyse van {game} nodig heeft, wordt nog klaargemaakt.",
  "An observation of {game} has {right} numbers, not {numbers}.":
    "Een observatie van {game} heeft {right} getallen, niet {numbers}.",
  "'{mark}' cannot be marked; a mark looks like 'hex:d7', an arrow like 'hex:c5>hex:e6'.":
    "'{mark}' kan niet gemarkeerd worden; een teken ziet eruit als 'hex:d7', een pijl als 'hex:c5>hex:e6'.",
  "A comment cannot contain the character {character}.": "In een opmerking kan het teken {character} niet.",
  "A comment can have up to {most} characters, not {length}.":
    "Een opmerking heeft hoogstens {most} tekens, niet {length}.",
  "A position can have up to {most} variations with redrawn cards.":
    "Een stelling heeft hoogstens {most} varianten met opnieuw getrokken kaarten.",
  "A position can have up to {most} marks and arrows.": "Een stelling heeft hoogstens {most} tekens en pijlen.",
  "A study has only one start.": "Een studie heeft maar één begin.",
  "A study can have up to {most} moves in all its lines.":
    "Een studie heeft in al haar varianten samen hoogstens {most} zetten.",
  "Another position is being analysed for you by now.": "Er wordt intussen een andere stelling voor je geanalyseerd.",
  "Hidden cards can be redrawn only at the start of a variation.":
    "Verborgen kaarten kunnen alleen aan het begin van een variant opnieuw getrokken worden.",
  "Redrawing hidden cards needs a seat and a seed, not {given}.":
    "Om verborgen kaarten opnieuw te trekken zijn een plaats en een beginwaarde nodig, niet {given}.",
  "Entry {number} of the study cannot be played: {problem}":
    "Regel {number} van de studie kan niet gespeeld worden: {problem}",
  "Entry {number} of the study comes before the entry it follows.":
    "Regel {number} van de studie staat vóór de stelling waar ze op volgt.",
  "Only whoever keeps a study may change it; keep a copy of your own.":
    "Alleen wie een studie bewaart mag haar veranderen; bewaar zelf een kopie.",
  "That position is of a match that is still being played; analyse it afterwards.":
    "Die stelling is van een partij die nog gespeeld wordt; analyseer haar daarna.",
  "The game is over; nothing is hidden any more.": "Het spel is afgelopen; er is niets meer verborgen.",
  "The game of this study is not here any more.": "Het spel van deze studie is hier niet meer.",
  "The log has a '(' that is never closed.": "Het verloop heeft een '(' die nergens gesloten wordt.",
  "The log has a ')' that closes nothing.": "Het verloop heeft een ')' die niets sluit.",
  "The position does not name its game: 'game' is missing.":
    "De stelling zegt niet van welk spel ze is: 'game' ontbreekt.",
  "A number in the position is too long, or it is nested too deeply.":
    "De stelling heeft een getal of een nesting die veel te lang is.",
  "The position is not a JSON object.": "De stelling is geen JSON-object.",
  "The position is not valid JSON: {problem}.": "De stelling is geen geldige JSON: {problem}.",
  "The search did not come to an end; try it again.": "Het zoeken kwam niet tot een eind; probeer het nog eens.",
  "There is no seat {seat} in this study.": "Er is geen plaats {seat} in deze studie.",
  "Something is missing in the position: {problem}.": "In de stelling ontbreekt iets dat erin hoort: {problem}.",
  "In {game} no '{piece}' can be put at '{place}'.":
    "Er is geen '{piece}' die in {game} op '{place}' gezet kan worden.",
  "There is no room for '{piece}' at {place}.": "Op {place} is geen plek voor '{piece}'.",
  "There is no seat {seat} in this position.": "Er is geen plaats {seat} in deze stelling.",
  "There is no such study.": "Zo'n studie is er niet.",
  "What an analysis of {game} needs is still being compiled.":
    "Wat voor het analyseren van {game} nodig is, wordt nog klaargemaakt.",
  "There is nothing before the start of a study.": "Waar een studie begint, is er niets dat eraan voorafgaat.",
  "You keep {studies} studies; delete some of them first.":
    "Je bewaart {studies} studies; verwijder er eerst een paar.",
  "{people} people are having positions analysed here; try it again in a moment.":
    "Er worden hier al voor {people} mensen stellingen geanalyseerd; probeer het zo nog eens.",
  "A rematch is for those who played.": "Een revanche is voor wie meespeelde.",
  "A table needs a seat for a person: 'me' or 'open'.":
    "Aan een tafel moet een plaats voor een mens zijn: 'me' of 'open'.",
  "A name cannot hold {character}, which cannot be seen.": "In een naam kan {character} niet: dat is niet te zien.",
  "Rated matches are for registered players; register first, it takes a login and a password.":
    "Partijen voor de rating zijn voor geregistreerde spelers; registreer je eerst, met een inlognaam en een wachtwoord.",
  "Rated matches are against people and these bots: {names}.":
    "Partijen voor de rating speel je tegen mensen en tegen deze bots: {names}.",
  "A rated match needs a clock: else whoever is losing could stay away for ever.":
    "Een partij voor de rating heeft een klok nodig: anders kan wie verliest voorgoed wegblijven.",
  "A rated match has no hints; open a casual table for that.":
    "In een partij voor de rating zijn er geen hints; open daarvoor een vriendschappelijke tafel.",
  "A rated match draws its own seed.": "Een partij voor de rating trekt haar eigen beginwaarde.",
  "This match is rated: what others have seen cannot be taken back.":
    "Deze partij telt voor de rating: wat anderen hebben gezien kan niet teruggenomen worden.",
  "There is no registered player of that name.": "Er is geen geregistreerde speler met die naam.",
  "The name {name} is another player's, or looks like it; choose another.":
    "De naam {name} is van een andere speler, of lijkt erop; kies een andere.",
  "Nobody is called that here: others would take you for somebody else.":
    "Zo heet hier niemand: anderen zouden je voor iemand anders houden.",
  "A name cannot mix letters of alphabets that look alike.":
    "In een naam kunnen geen letters door elkaar staan van alfabetten die op elkaar lijken.",
  "A name cannot pile up marks on a letter.": "In een naam kunnen geen stapels tekens op een letter staan.",
  "A name has at most {most} letters, not {length}.": "Een naam heeft hoogstens {most} letters, niet {length}.",
  "A name needs a letter that can be seen.": "In een naam hoort iets dat te zien is.",
  "A text cannot hold the control character {character}.": "In een tekst kan het stuurteken {character} niet.",
  "A text cannot hold {character}, which turns the words around it.":
    "In een tekst kan {character} niet: dat draait de woorden eromheen om.",
  "An API token cannot do that; do it on the page.": "Met een API-token kan dat niet; doe het op de pagina.",
  "Another player has decided since, so that cannot be taken back.":
    "Er heeft sindsdien iemand anders beslist, dus dit is niet terug te nemen.",
  "At this table everybody counts for themselves.": "Aan deze tafel telt iedereen zelf.",
  "Decision {number} cannot be played: {problem}": "Beslissing {number} kan niet: {problem}",
  "Decision {number}, '{move}', cannot be played: {problem}": "Beslissing {number}, '{move}', kan niet: {problem}",
  "Decision {number}, '{move}', is seat {actor}'s, but the log gives it to seat {seat}.":
    "Beslissing {number}, '{move}', is aan {actor}, maar in het verloop neemt {seat} hem.",
  "Hints are off at this table.": "Aan deze tafel zijn er geen hints.",
  "It is seat {seat}'s decision, not yours.": "{seat} is aan zet, niet jij.",
  "Many films have been made for where you are; wait a minute.":
    "Er zijn vanaf jouw plek al veel filmpjes gemaakt; wacht een minuut.",
  "Many people have joined tournaments from where you are; wait a few minutes.":
    "Er hebben veel mensen vanaf jouw plek aan toernooien meegedaan; wacht een paar minuten.",
  "Many tables have been opened from where you are; wait a few minutes.":
    "Er zijn veel tafels geopend vanaf jouw plek; wacht een paar minuten.",
  "Metrics are only told on the machine itself.": "Meetgegevens zijn alleen op de server zelf te zien.",
  "Nobody is waiting for your consent.": "Niemand wacht op je toestemming.",
  "Planning ahead is for those who play and wait for others.": "Vooruit kiezen is voor wie speelt en op anderen wacht.",
  "Only those who sit at the table keep notes there.": "Alleen wie aan de tafel zit, bewaart er notities.",
  "Only {made} decisions have been made, so {decisions} cannot be taken back.":
    "Er zijn nog maar {made} beslissingen genomen, dus {decisions} terugnemen kan niet.",
  "Option {name} is {choices}, not {value}.": "Optie {name} is {choices}, niet {value}.",
  "Others sit at this table; resign or leave it first.": "Er zitten anderen aan deze tafel; geef eerst op of sta op.",
  "Requests from other sites are not accepted.": "Verzoeken vanaf andere sites worden niet aangenomen.",
  "The lesson is over here; take a move back, or begin it again.":
    "De les is hier afgelopen; neem een zet terug, of begin opnieuw.",
  "The lesson {name} is not for the rules of {game} that are installed here: {problem}":
    "De les {name} hoort niet bij de regels van {game} die hier staan: {problem}",
  "{file} of {game} cannot be read: {problem}.": "{file} van {game} is niet te lezen: {problem}.",
  "{game} has no lesson called {name}.": "{game} heeft geen les {name}.",
  "Seat {number} is not free; free are none.": "Plaats {number} is niet vrij; er is geen plaats meer vrij.",
  "Seat {number} is not free; free are {free}.": "Plaats {number} is niet vrij; nog vrij: {free}.",
  "Several positions are being analysed for where you are; try it again in a moment.":
    "Er worden vanaf jouw plek al meerdere stellingen geanalyseerd; probeer het zo nog eens.",
  "Several films are being made; try it again in a minute.":
    "Er worden al meerdere filmpjes gemaakt; probeer het over een minuut nog eens.",
  "So many bots are thinking here that another would wait long; try it again in a few minutes.":
    "Er denken hier zoveel bots na dat een volgende lang zou wachten; probeer het over een paar minuten opnieuw.",
  "So much has been taken back in this match that it has to go on as it is.":
    "In deze partij is zoveel teruggenomen dat ze nu verder moet zoals ze is.",
  "Somebody else decided at the same moment; look at the table again.":
    "Iemand anders besliste op hetzelfde moment; kijk nog eens naar de tafel.",
  "Somebody else has just taken the last free seat.": "Iemand anders was je net voor: er is geen plaats meer vrij.",
  "Something random or hidden has come to light since, so that cannot be taken back.":
    "Er is sindsdien iets bekend geworden dat toevallig of geheim was, dus dit is niet terug te nemen.",
  "Something went wrong here; it is written down.": "Er ging hier iets mis; het is opgeschreven.",
  "Spectators watch; only those who sit at the table play.": "Je kijkt mee; alleen wie aan de tafel zit, speelt.",
  "Tell us who you are first: open the page, or send an API token.":
    "Zeg eerst wie je bent: open de pagina, of stuur een API-token mee.",
  "That API token has expired; make another.": "Dat API-token is verlopen; maak een nieuw.",
  "That API token is for watching only.": "Met dat API-token kun je alleen meekijken.",
  "That API token is not valid.": "Dat API-token is niet geldig.",
  "That is what a bot is called here; people have other names.": "Zo heet hier een bot; mensen heten anders.",
  "That is not your password.": "Dat is niet je wachtwoord.",
  "That login and password do not belong together.": "Deze login en dit wachtwoord horen niet bij elkaar.",
  "That match takes too long to replay.": "Het naspelen van die partij duurt te lang.",
  "That was the answer to another wish; look at the table again.":
    "Dat was het antwoord op een ander verzoek; kijk nog eens naar de tafel.",
  "That message cannot be read: {problem}.": "Dat bericht is niet te lezen: {problem}.",
  "That says nothing.": "Daar staat niets.",
  "That was meant for version {version} of the position; it has version {now} now.":
    "Dat was bedoeld voor versie {version} van de stelling; nu is het versie {now}.",
  "The body cannot be read: it is not UTF-8, or nested too deeply.":
    "De inhoud is niet te lezen: het is geen UTF-8, of te diep genest.",
  "The bot has no hint to give; try it again.": "De bot heeft geen hint; probeer het nog eens.",
  "The database does not answer; try it again in a moment.": "De database antwoordt niet; probeer het zo nog eens.",
  "The disk did not take that; nothing has changed, try it again.":
    "Het kon niet worden opgeslagen; er is niets veranderd, probeer het nog eens.",
  "The disk has not taken anything for some seconds.": "Er kan al enkele seconden niets worden opgeslagen.",
  "The game is over: {ending}.": "Het spel is afgelopen: {ending}.",
  "The lobby only speaks.": "De lobby luistert niet.",
  "The log breaks off: its last line, 'decisions …, scores …, digest …', is missing.":
    "Het verloop breekt af: de laatste regel, 'decisions …, scores …, digest …', ontbreekt.",
  "The log goes on with decision {number}, '{move}', after the game is over.":
    "Het verloop gaat na het einde van het spel door met beslissing {number}, '{move}'.",
  "The log has {decisions} decisions, but its last line promises {promised}.":
    "Het verloop heeft {decisions} beslissingen, maar belooft er op de laatste regel {promised}.",
  "The log was recorded under rules {rules} of {game}; this version knows rules {known}.":
    "Het verloop is gemaakt met versie {rules} van de regels van {game}; hier is versie {known}.",
  "The log's heading cannot be used: {problem}": "De kop van het verloop is niet te gebruiken: {problem}",
  "The log's heading lacks '{name}'.": "In de kop van het verloop ontbreekt '{name}'.",
  "The log's heading needs either a seed or a position.":
    "In de kop van het verloop hoort ofwel een 'seed' of een 'position'.",
  "The log's heading says '{name}' twice.": "In de kop van het verloop staat '{name}' twee keer.",
  "The log's line '{line}' cannot be understood.": "De regel '{line}' van het verloop is niet te begrijpen.",
  "The log's line '{line}' cannot be understood; a line of moves looks like '0: m d7; end'.":
    "De regel '{line}' van het verloop is niet te begrijpen; een regel met zetten ziet eruit als '0: m d7; end'.",
  "The log's moves do not lead to the position its last line names: it has been changed.":
    "De zetten van het verloop leiden niet tot de stelling die de laatste regel noemt: het is veranderd.",
  "The log's position has a number or a nesting that is far too long.":
    "In de stelling van het verloop staat een getal of een nesting die veel te lang is.",
  "The scores in the log's last line must be whole numbers.":
    "De scores in de laatste regel van het verloop moeten hele getallen zijn.",
  "The log's position is not a JSON object.": "De stelling in het verloop is geen JSON-object.",
  "The log's position is not valid JSON: {problem}.": "De stelling in het verloop is geen geldige JSON: {problem}.",
  "The log's {name} must be a whole number, not '{text}'.":
    "Bij '{name}' hoort in het verloop een geheel getal, niet '{text}'.",
  "The login {login} is taken.": "De login {login} is al bezet.",
  "The match could not be replayed; try it again.": "De partij kon niet worden nagespeeld; probeer het nog eens.",
  "The match has started; you can resign.": "De partij is begonnen; je kunt opgeven.",
  "The match has started; you can watch it.": "De partij is begonnen; je kunt meekijken.",
  "The match has {decisions} decisions; there is no position {position}.":
    "De partij heeft {decisions} beslissingen; stelling {position} is er niet.",
  "The match is not over yet.": "De partij is nog niet afgelopen.",
  "The match is not over; its secrets are told afterwards.":
    "De partij is nog niet afgelopen; wat geheim is, hoor je daarna.",
  "The match is over at that decision; take an earlier one.":
    "Bij die beslissing is de partij afgelopen; neem een eerdere.",
  "The match is over: {ending}.": "De partij is afgelopen: {ending}.",
  "The match starts when the last seat is taken.": "De partij begint als de laatste plaats bezet is.",
  "{game} is being made ready on this machine, which happens once; try it again in a minute.":
    "{game} wordt op deze machine klaargezet, één keer; probeer het over een minuut opnieuw.",
  "The rules this match is played under, version {rules}, are not here any more.":
    "De regels waarmee deze partij gespeeld wordt, versie {rules}, zijn er niet meer.",
  "The rules this match was played under, version {rules}, are not here any more; its moves can still be read.":
    "De regels waarmee deze partij gespeeld is, versie {rules}, zijn er niet meer; de zetten zijn nog wel te lezen.",
  "The table has no such seat.": "Die plaats heeft de tafel niet.",
  "There is no bot called {name}; there is {names}.": "Er is geen bot die {name} heet; er is {names}.",
  "There is no game called {name}.": "Er is geen spel dat {name} heet.",
  "There is no game called {name}. Did you mean {close}?": "Er is geen spel dat {name} heet. Bedoel je {close}?",
  "There is no game called {name}. There is {names}.": "Er is geen spel dat {name} heet. Er is {names}.",
  "There are no such puzzles.": "Zulke puzzels zijn er niet.",
  "There is no theme called {name}.": "Er is geen thema dat {name} heet.",
  "{game} has no puzzle called {name}.": "{game} heeft geen puzzel {name}.",
  "The puzzle {name} is not for the rules that are installed here: {problem}":
    "De puzzel {name} is niet voor de regels die hier geïnstalleerd zijn: {problem}",
  "There is no level called {name}.": "Er is geen niveau dat {name} heet.",
  "There is no such table.": "Deze tafel bestaat niet.",
  "There is nothing at this address.": "Op dit adres is niets te vinden.",
  "This is not a match log: its first line is not '{line}'.":
    "Dit is geen verloop van een partij: de eerste regel is niet '{line}'.",
  "This match has {seats} seats, not {given}.": "Deze partij heeft {seats} plaatsen, niet {given}.",
  "This server is not called {name}; whoever runs it can add the name to ZIGGURAT_NAMES.":
    "Deze server heet niet {name}; wie hem beheert, kan de naam aan ZIGGURAT_NAMES toevoegen.",
  "This is none of your matches.": "Dit is geen partij van jou.",
  "Too many attempts to log in; wait a minute.": "Te veel pogingen om in te loggen; wacht een minuut.",
  "Too many matches are being replayed; try it again in a moment.":
    "Er worden te veel partijen nagespeeld; probeer het zo nog eens.",
  "Too many messages; wait a moment.": "Te veel berichten; wacht even.",
  "Too many passwords were tried; wait a minute.": "Te veel wachtwoorden geprobeerd; wacht een minuut.",
  "Too many people are logging in; try it again in a moment.": "Er loggen te veel mensen in; probeer het zo nog eens.",
  "Too many requests; wait a moment.": "Te veel verzoeken; wacht even.",
  "Whoever knows the seed knows every secret; a table for other people draws its own.":
    "Wie de seed kent, kent elk geheim; een tafel met anderen trekt er zelf een.",
  "You are registered already, as {login}.": "Je bent al geregistreerd, als {login}.",
  "You can have one seat at a table.": "Je kunt maar één plaats aan een tafel hebben.",
  "You do not sit at this table.": "Je zit niet aan deze tafel.",
  "You have no account; register first.": "Je hebt geen account; registreer je eerst.",
  "You have no such token.": "Zo’n token heb je niet.",
  "You have opened {tables} tables that are not finished; finish some of them first, or come back tomorrow.":
    "Je hebt {tables} tafels geopend die niet uitgespeeld zijn; speel er eerst een paar uit, of kom morgen terug.",
  "You have {tokens} tokens already; delete one first.": "Je hebt al {tokens} tokens; verwijder er eerst een.",
  "You sit at this table already.": "Je zit al aan deze tafel.",
  "{game} has actions 0 to {last}; there is no action {action}.":
    "{game} heeft acties 0 tot en met {last}; actie {action} is er niet.",
  "{game} has rules {known}, not {rules}.": "{game} heeft regels {known}, niet {rules}.",
  "{game} has no option {name}; it has none.": "{game} heeft geen optie {name}; het heeft geen opties.",
  "{game} has no option {name}; it has {names}.": "{game} heeft geen optie {name}; wel {names}.",
  "That is no e-mail address; one looks like anna@example.org.":
    "Dat is geen e-mailadres; zo ziet er een uit: anna@example.org.",
  "That link has been used, or is too old; ask for another.":
    "Die link is al gebruikt of te oud; vraag een nieuwe aan.",
  "Several letters to confirm an address were sent today; try it again tomorrow.":
    "Er zijn vandaag al een paar brieven verstuurd om een adres te bevestigen; probeer het morgen weer.",
  "This server writes no letters.": "Deze server schrijft geen brieven.",
  "This server pushes no notices.": "Deze server stuurt geen berichten.",
  "Too many links were tried; wait a minute.": "Te veel links geprobeerd; wacht een minuut.",
  "Too many links to another password were asked for; wait some minutes.":
    "Er is te vaak om een link voor een ander wachtwoord gevraagd; wacht een paar minuten.",
  "That is no address of a push service.": "Dat is geen adres van een berichtendienst.",
  "Those are no keys of a subscription.": "Dat zijn geen sleutels van een aanmelding.",
  "{devices} devices are told already; stop one of them first.":
    "Er krijgen al {devices} apparaten bericht; meld er eerst een af.",
  "That link is of an address that is not written to any more.": "Die link is van een adres dat geen post meer krijgt.",
  "There is no such feed, or not any more.": "Die feed is er niet, of niet meer.",
  "You are on vacation already.": "Je bent al op vakantie.",
  "You are not on vacation.": "Je bent niet op vakantie.",
  "You have {have} days of vacation left this year, not {days}.":
    "Je hebt dit jaar nog {have} vakantiedagen, geen {days}.",
  "Following people is for registered players; register first.":
    "Mensen volgen is voor geregistreerde spelers; registreer je eerst.",
  "Invitations are for those who sit at the table.": "Uitnodigen is voor wie aan de tafel zit.",
  "Rated matches are for registered players; register, or look for a casual one.":
    "Partijen om rating zijn voor geregistreerde spelers; registreer je, of zoek een vrije partij.",
  "Somebody has gone meanwhile.": "Intussen is er iemand weggegaan.",
  "There is no registered player called {name}.": "Er is geen geregistreerde speler die {name} heet.",
  "Thinkers find their work in PostgreSQL, and this database is SQLite; its server thinks by itself.":
    "Denkers vinden hun werk in PostgreSQL, en deze database is SQLite; haar server denkt zelf.",
  "You are looking for nobody.": "Je zoekt niemand.",
  "You follow {people} people already; that is as many as one can.": "Je volgt al {people} mensen; meer kan niet.",
  "You need not follow yourself.": "Jezelf hoef je niet te volgen.",
  "{name} does not follow you; send them the link instead.": "{name} volgt je niet; stuur de link.",
  "{name} sits at this table already.": "{name} zit al aan deze tafel.",
  "{people} people are invited to this table already.": "Voor deze tafel zijn al {people} mensen uitgenodigd.",
  "{game} is for {counts} seats, not {seats}.": "{game} is voor {counts} spelers, niet voor {seats}.",
} satisfies Record<Forms["common"], string>;
