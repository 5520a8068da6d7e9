/** Wat de server weigert, in het Nederlands: voor elke zin een. Wat bij één spel hoort, staat bij dat spel. */

import type { Forms } from "../../../generated/refusals";
import moderation from "./moderation";
import tournaments from "./tournaments";

export default {
  ...moderation,
  ...tournaments,
  "'{text}' could be {moves}; write it out.": "'{text}' kan {moves} zijn; schrijf het uit.",
  "'{text}' needs {noun}: {words}.": "Bij '{text}' hoort nog {noun}: {words}.",
  "A review takes more than 0 and at most 86,400 seconds, not {seconds}.":
    "Een nabespreking duurt meer dan 0 en hoogstens 86.400 seconden, niet {seconds}.",
  "Too many matches are waiting for a review; try again later.":
    "Er wachten te veel partijen op een nabespreking; probeer het later nog eens.",
  "The match could not be reviewed; try again later.":
    "De partij kon niet nabesproken worden; probeer het later nog eens.",
  "A bot has taken over your seat.": "Een bot heeft je plaats overgenomen.",
  "A clock needs at least one second.": "Een klok heeft minstens één seconde nodig.",
  "Only the player whose turn it is can ask for a hint.": "Alleen wie aan zet is, kan een hint vragen.",
  "Only the player whose turn it is can see previews.": "Alleen wie aan zet is, ziet wat een zet oplevert.",
  "Only the player whose turn it is can ask why.": "Alleen wie aan zet is, kan naar de reden vragen.",
  "Reviewing the {choices} decisions of this match takes more than {seconds} seconds.":
    "Het nabespreken van de {choices} beslissingen van deze partij duurt langer dan {seconds} seconden.",
  "The match has {decisions} decisions; at most {longest} can be reviewed.":
    "De partij heeft {decisions} beslissingen; er kunnen er hoogstens {longest} nabesproken worden.",
  "The match is not over yet; it can be reviewed afterwards.":
    "De partij is nog niet afgelopen; daarna kan ze nabesproken worden.",
  "The review engine of {game} is still being compiled.": "De nabespreking van {game} wordt nog gecompileerd.",
  "An observation of {game} has {right} numbers, not {numbers}.":
    "Een observatie van {game} heeft {right} getallen, niet {numbers}.",
  "'{mark}' cannot be marked; a mark looks like 'hex:d7', an arrow like 'hex:c5>hex:e6'.":
    "'{mark}' kan niet gemarkeerd worden; een markering ziet eruit als 'hex:d7', een pijl als 'hex:c5>hex:e6'.",
  "Only a match that you are playing can go on on your device.":
    "Alleen een partij die je zelf speelt kan op je apparaat verdergaan.",
  "Only a casual match against bots can go on on your device.":
    "Alleen een vriendschappelijke partij tegen bots kan op je apparaat verdergaan.",
  "You have started another analysis since.": "Je bent intussen een andere analyse begonnen.",
  "A comment cannot contain the character {character}.": "In een opmerking kan het teken {character} niet.",
  "A comment can have up to {most} characters, not {length}.":
    "Een opmerking heeft hoogstens {most} tekens, niet {length}.",
  "A position can have up to {most} variations with redrawn cards.":
    "Een stelling heeft hoogstens {most} varianten met opnieuw getrokken kaarten.",
  "A position can have up to {most} marks and arrows.": "Een stelling heeft hoogstens {most} markeringen en pijlen.",
  "A study has only one start.": "Een analyse heeft maar één begin.",
  "A study can have up to {most} moves in all its lines.":
    "Een analyse heeft in al haar varianten samen hoogstens {most} zetten.",
  "Hidden cards can be redrawn only at the start of a variation.":
    "Verborgen kaarten kunnen alleen aan het begin van een variant opnieuw getrokken worden.",
  "Redrawing hidden cards needs a seat and a seed, not {given}.":
    "Om verborgen kaarten opnieuw te trekken zijn een plaats en een seed nodig, niet {given}.",
  "Entry {number} of the study cannot be played: {problem}":
    "Regel {number} van de analyse kan niet gespeeld worden: {problem}",
  "Entry {number} of the study comes before the entry it follows.":
    "Regel {number} van de analyse staat vóór de regel waarop hij volgt.",
  "Only its owner can change a study; save a copy instead.":
    "Alleen de eigenaar kan een analyse veranderen; bewaar zelf een kopie.",
  "That position is from a running match; analyse it after the match.":
    "Die stelling is van een partij die nog bezig is; analyseer haar na afloop.",
  "The game of this study is no longer on this server.": "Het spel van deze analyse staat niet meer op deze server.",
  "The position does not name its game: the entry 'game' is missing.":
    "De stelling zegt niet van welk spel ze is: 'game' ontbreekt.",
  "The position contains a number or a nesting that is too long.":
    "De stelling heeft een te lang getal of is te diep genest.",
  "The game is over; nothing is hidden any more.": "Het spel is afgelopen; er is niets meer verborgen.",
  "The log has a '(' that is never closed.": "Het verloop heeft een '(' die nergens gesloten wordt.",
  "The log has a ')' that closes nothing.": "Het verloop heeft een ')' die niets sluit.",
  "The position is not a JSON object.": "De stelling is geen JSON-object.",
  "The position is not valid JSON: {problem}.": "De stelling is geen geldige JSON: {problem}.",
  "The search failed; try again.": "Het zoeken is mislukt; probeer het nog eens.",
  "There is no seat {seat} in this study.": "Er is geen plaats {seat} in deze analyse.",
  "Something is missing in the position: {problem}.": "In de stelling ontbreekt iets: {problem}.",
  "In {game} no '{piece}' can be put at '{place}'.":
    "Er is geen '{piece}' die in {game} op '{place}' gezet kan worden.",
  "There is no room for '{piece}' at {place}.": "Op {place} is geen plek voor '{piece}'.",
  "There is no seat {seat} in this position.": "Er is geen plaats {seat} in deze stelling.",
  "There is no such study.": "Deze analyse bestaat niet.",
  "The analysis of {game} is still being compiled. Try again in a minute.":
    "De analyse van {game} wordt nog gecompileerd. Probeer het over een minuut opnieuw.",
  "You already have {studies} studies; delete some first.":
    "Je hebt al {studies} analyses; verwijder er eerst een paar.",
  "{people} people are using the analysis engine now; try again in a moment.":
    "Er zijn al {people} mensen aan het analyseren; probeer het zo nog eens.",
  "There is nothing before the start of a study.": "Vóór het begin van een analyse is er niets.",
  "Only those who played can ask for a rematch.": "Alleen wie meespeelde, kan een revanche vragen.",
  "Only the players of this match can ask for a rematch.":
    "Alleen de spelers van deze partij kunnen om een revanche vragen.",
  "A table needs a seat for a person: 'me' or 'open'.":
    "Aan een tafel moet een plaats voor een mens zijn: 'me' of 'open'.",
  "A name cannot contain {character}, which is invisible.":
    "Een naam mag {character} niet bevatten: dat is onzichtbaar.",
  "Only registered players can play rated matches. To register, choose a login and a password.":
    "Alleen geregistreerde spelers kunnen voor de rating spelen. Registreer je met een login en een wachtwoord.",
  "Rated matches are against people and these bots: {names}.":
    "Partijen voor de rating speel je tegen mensen en tegen deze bots: {names}.",
  "A rated match needs a clock, so that nobody can stall for ever.":
    "Een partij voor de rating heeft een klok nodig, zodat niemand eindeloos tijd kan rekken.",
  "A rated match has no hints; open a casual table for that.":
    "In een partij voor de rating zijn er geen hints; open daarvoor een vriendschappelijke tafel.",
  "A rated match draws its own seed.": "Een partij voor de rating trekt haar eigen seed.",
  "This match is rated: what others have seen cannot be taken back.":
    "Deze partij telt voor de rating: wat anderen hebben gezien kan niet teruggenomen worden.",
  "This is a tournament match: what others have seen cannot be taken back.":
    "Dit is een toernooipartij: wat anderen hebben gezien kan niet teruggenomen worden.",
  "The name {name} is taken, or looks too much like another player's. Choose a different one.":
    "De naam {name} is bezet of lijkt te veel op die van een andere speler. Kies een andere.",
  "That name is reserved. Choose a different one.": "Die naam is gereserveerd. Kies een andere.",
  "A name cannot mix alphabets, such as Latin and Greek.":
    "Een naam mag geen alfabetten mengen, zoals het Latijnse en het Griekse.",
  "A name cannot have so many accents on one letter.": "Een naam mag niet zoveel accenten op één letter hebben.",
  "A name can have at most {most} characters; this one has {length}.":
    "Een naam mag hoogstens {most} tekens hebben; deze heeft er {length}.",
  "A name needs at least one visible letter or digit.":
    "Een naam heeft minstens één zichtbare letter of één zichtbaar cijfer nodig.",
  "Text cannot contain the control character {character}.": "Tekst mag het stuurteken {character} niet bevatten.",
  "Text cannot contain {character}, which changes the direction of the text around it.":
    "Tekst mag {character} niet bevatten: dat keert de tekst eromheen om.",
  "You were logged out meanwhile. Try again.": "Je bent intussen uitgelogd. Probeer het opnieuw.",
  "An API token cannot do that; do it on the page.": "Met een API-token kan dat niet; doe het op de pagina.",
  "Another player has decided since, so that cannot be taken back.":
    "Er heeft sindsdien iemand anders beslist, dus dit is niet terug te nemen.",
  "Score previews are off at this table.": "Aan deze tafel staat de puntenvoorspelling uit.",
  "Decision {number} cannot be played: {problem}": "Beslissing {number} kan niet: {problem}",
  "Decision {number}, '{move}', cannot be played: {problem}": "Beslissing {number}, '{move}', kan niet: {problem}",
  "Decision {number}, '{move}', is seat {actor}'s, but the log gives it to seat {seat}.":
    "Beslissing {number}, '{move}', is aan {actor}, maar in het verloop neemt {seat} die.",
  "Hints are off at this table.": "Aan deze tafel zijn er geen hints.",
  "It is seat {seat}'s turn, not yours.": "{seat} is aan zet, niet jij.",
  "Too many films were made from your network; wait a minute.":
    "Er zijn vanaf jouw netwerk te veel filmpjes gemaakt; wacht een minuut.",
  "Too many people joined tournaments from your network; wait a few minutes.":
    "Er hebben te veel mensen vanaf jouw netwerk aan toernooien meegedaan; wacht een paar minuten.",
  "Too many tables were opened from your network; wait a few minutes.":
    "Er zijn vanaf jouw netwerk te veel tafels geopend; wacht een paar minuten.",
  "Metrics are only available on the server itself.": "Meetgegevens zijn alleen op de server zelf te zien.",
  "Nobody is waiting for your consent.": "Niemand wacht op je toestemming.",
  "You can plan ahead only while you wait for your turn.": "Vooruit kiezen kan alleen terwijl je op je beurt wacht.",
  "Only players at this table can keep notes.": "Alleen spelers aan deze tafel kunnen notities bewaren.",
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
  "Too many analyses are running from your network; try again in a moment.":
    "Er lopen al te veel analyses vanaf jouw netwerk; probeer het zo nog eens.",
  "Seat {seat} is not a person's, so nobody can resign there.":
    "Op plaats {seat} zit geen mens, dus daar kan niemand opgeven.",
  "Seat {number} is taken, and no other seat is free.": "Plaats {number} is bezet, en er is geen andere plaats vrij.",
  "Seat {number} is taken; free seats: {free}.": "Plaats {number} is bezet; nog vrij: {free}.",
  "Too many pictures are being drawn; try again in a moment.":
    "Er worden te veel afbeeldingen getekend; probeer het zo nog eens.",
  "The bots are busy; try again in a few minutes.":
    "De bots hebben het druk; probeer het over een paar minuten opnieuw.",
  "Too much was taken back in this match; nothing more can be undone.":
    "In deze partij is te veel teruggenomen; er kan niets meer teruggenomen worden.",
  "Somebody else decided at the same moment; look at the table again.":
    "Iemand anders besliste op hetzelfde moment; kijk nog eens naar de tafel.",
  "Somebody else has just taken the last free seat.": "Iemand anders was je net voor: er is geen plaats meer vrij.",
  "Something random or hidden has come to light since, so that cannot be taken back.":
    "Er is sindsdien iets bekend geworden dat toevallig of geheim was, dus dit is niet terug te nemen.",
  "Something went wrong on the server; it has been logged.": "Er ging iets mis op de server; het staat in het logboek.",
  "Only players at this table can do that.": "Dat kunnen alleen spelers aan deze tafel.",
  "Tell us who you are first: open the page, or send an API token.":
    "Zeg eerst wie je bent: open de pagina, of stuur een API-token mee.",
  "That API token has expired; create a new one.": "Dat API-token is verlopen; maak een nieuw.",
  "Open the page first, or send an API token, so that we know who you are.":
    "Open eerst de pagina of stuur een API-token mee, zodat we weten wie je bent.",
  "That API token is for watching only.": "Met dat API-token kun je alleen meekijken.",
  "That API token is not valid.": "Dat API-token is niet geldig.",
  "That is the name of a bot. Choose a different one.": "Zo heet een bot. Kies een andere naam.",
  "Wrong password.": "Verkeerd wachtwoord.",
  "Wrong login or password.": "Verkeerde login of verkeerd wachtwoord.",
  "That match takes too long to replay.": "Het naspelen van die partij duurt te lang.",
  "That was the answer to another request; look at the table again.":
    "Dat was het antwoord op een ander verzoek; kijk nog eens naar de tafel.",
  "That message cannot be read: {problem}.": "Dat bericht is niet te lezen: {problem}.",
  "The position has changed: you sent version {version}, and it is now version {now}.":
    "De stelling is veranderd: je stuurde versie {version}, en het is nu versie {now}.",
  "The text is empty.": "De tekst is leeg.",
  "The body cannot be read: it is not UTF-8, or nested too deeply.":
    "De inhoud is niet te lezen: het is geen UTF-8, of te diep genest.",
  "That could not be saved, and nothing has changed; try again.":
    "Het kon niet worden opgeslagen; er is niets veranderd, probeer het nog eens.",
  "It is not known whether that was saved; look before you try again.":
    "Het is niet bekend of het is opgeslagen; kijk eerst voordat je het nog eens probeert.",
  "The bot found no hint; try again.": "De bot vond geen hint; probeer het nog eens.",
  "The database does not answer; try again in a moment.": "De database antwoordt niet; probeer het zo nog eens.",
  "Nothing could be stored for some seconds.": "Er kan al enkele seconden niets worden opgeslagen.",
  "The game is over: {ending}.": "Het spel is afgelopen: {ending}.",
  "The lobby accepts no messages.": "De lobby neemt geen berichten aan.",
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
    "De stelling van het verloop heeft een te lang getal of is te diep genest.",
  "The scores in the log's last line must be whole numbers.":
    "De scores in de laatste regel van het verloop moeten hele getallen zijn.",
  "The log's position is not a JSON object.": "De stelling in het verloop is geen JSON-object.",
  "The log's position is not valid JSON: {problem}.": "De stelling in het verloop is geen geldige JSON: {problem}.",
  "The log's {name} must be a whole number, not '{text}'.":
    "Bij '{name}' hoort in het verloop een geheel getal, niet '{text}'.",
  "The login {login} is taken.": "De login {login} is al bezet.",
  "The match could not be replayed; try again.": "De partij kon niet worden nagespeeld; probeer het nog eens.",
  "The match has started; you can resign.": "De partij is begonnen; je kunt opgeven.",
  "The match has started; you can watch it.": "De partij is begonnen; je kunt meekijken.",
  "The match has {decisions} decisions; there is no position {position}.":
    "De partij heeft {decisions} beslissingen; stelling {position} is er niet.",
  "The match has not started yet.": "De partij is nog niet begonnen.",
  "The match is not over yet.": "De partij is nog niet afgelopen.",
  "The match is not over yet; hidden information is shown afterwards.":
    "De partij is nog niet afgelopen; verborgen informatie zie je daarna.",
  "The match is over at that decision. Choose an earlier one.":
    "Bij die beslissing is de partij afgelopen. Kies een eerdere.",
  "The match is over: {ending}.": "De partij is afgelopen: {ending}.",
  "The match starts when the last seat is taken.": "De partij begint als de laatste plaats bezet is.",
  "{game} is being compiled (first start only); try again in a minute.":
    "{game} wordt gecompileerd (alleen bij de eerste start); probeer het over een minuut opnieuw.",
  "This match uses version {rules} of the rules, which this server no longer has.":
    "Deze partij gebruikt versie {rules} van de regels, en die heeft deze server niet meer.",
  "The rules this match was played under, version {rules}, are not here any more; its moves can still be read.":
    "De regels waarmee deze partij gespeeld is, versie {rules}, zijn er niet meer; de zetten zijn nog wel te lezen.",
  "The table has no such seat.": "Die plaats heeft de tafel niet.",
  "There is no bot called {name}; the bots are {names}.": "Er is geen bot die {name} heet; de bots zijn {names}.",
  "There is no game called {name}.": "Er is geen spel dat {name} heet.",
  "There is no game called {name}. Did you mean {close}?": "Er is geen spel dat {name} heet. Bedoel je {close}?",
  "There is no game called {name}. There is {names}.": "Er is geen spel dat {name} heet. Er is {names}.",
  "There are no such puzzles.": "Zulke puzzels zijn er niet.",
  "There is no theme called {name}.": "Er is geen thema dat {name} heet.",
  "{game} has no puzzle called {name}.": "{game} heeft geen puzzel {name}.",
  "The puzzle {name} does not fit the installed rules: {problem}":
    "De puzzel {name} past niet bij de geïnstalleerde regels: {problem}",
  "There is no level called {name}.": "Er is geen niveau dat {name} heet.",
  "There is no such table.": "Deze tafel bestaat niet.",
  "This address takes WebSockets; a proxy on the way may not pass them on.":
    "Dit adres is voor WebSockets; misschien laat een proxy onderweg ze niet door.",
  "There is nothing at this address.": "Op dit adres is niets te vinden.",
  "This is not a match log: its first line is not '{line}'.":
    "Dit is geen verloop van een partij: de eerste regel is niet '{line}'.",
  "This match has {seats} seats, not {given}.": "Deze partij heeft {seats} plaatsen, niet {given}.",
  "This server is not called {name}; its administrator can add the name to ZIGGURAT_NAMES.":
    "Deze server heet niet {name}; de beheerder kan de naam aan ZIGGURAT_NAMES toevoegen.",
  "This is not one of your matches.": "Dit is geen partij van jou.",
  "Too many matches are being replayed; try again in a moment.":
    "Er worden te veel partijen nagespeeld; probeer het zo nog eens.",
  "Too many login attempts. Wait a minute.": "Te veel inlogpogingen. Wacht een minuut.",
  "Too many messages; wait a moment.": "Te veel berichten; wacht even.",
  "Too many passwords tried. Wait a minute.": "Te veel wachtwoorden geprobeerd. Wacht een minuut.",
  "Too many people are logging in. Try again in a moment.":
    "Er loggen te veel mensen tegelijk in. Probeer het zo nog eens.",
  "Too many requests; wait a moment.": "Te veel verzoeken; wacht even.",
  "You cannot choose the seed of a table for other people: it reveals every secret.":
    "Van een tafel met anderen kun je de seed niet kiezen: die verraadt elk geheim.",
  "You are already registered as {login}.": "Je bent al geregistreerd als {login}.",
  "You can have one seat at a table.": "Je kunt maar één plaats aan een tafel hebben.",
  "You do not sit at this table.": "Je zit niet aan deze tafel.",
  "Nobody can register here at the moment. The administrator of this server can add you.":
    "Registreren kan hier nu niet. De beheerder van deze server kan je toevoegen.",
  "You need an invitation to register here. Enter its code, or open its link.":
    "Om je hier te registreren heb je een uitnodiging nodig. Vul de code in of open de link.",
  "This invitation does not exist, is used up, or has expired. Ask for a new one.":
    "Deze uitnodiging bestaat niet, is al gebruikt of is verlopen. Vraag een nieuwe.",
  "Only members can play on this server. Log in or register first.":
    "Op deze server kunnen alleen leden spelen. Log eerst in of registreer je.",
  "This server is for members only. Log in or register first.":
    "Deze server is alleen voor leden. Log eerst in of registreer je.",
  "You need an account for this. Register first.": "Hiervoor heb je een account nodig. Registreer je eerst.",
  "You have no such token.": "Zo’n token heb je niet.",
  "You have {tables} unfinished tables; finish some first, or come back tomorrow.":
    "Je hebt {tables} tafels die niet uitgespeeld zijn; speel er eerst een paar uit, of kom morgen terug.",
  "You already sit at this table.": "Je zit al aan deze tafel.",
  "You already have {tokens} tokens. Delete one first.": "Je hebt al {tokens} tokens. Verwijder er eerst een.",
  "{game} has actions 0 to {last}; there is no action {action}.":
    "{game} heeft acties 0 tot en met {last}; actie {action} is er niet.",
  "{game} has rules {known}, not {rules}.": "{game} heeft regels {known}, niet {rules}.",
  "{game} has no option {name}; it has none.": "{game} heeft geen optie {name}; het heeft geen opties.",
  "{game} has no option {name}; it has {names}.": "{game} heeft geen optie {name}; wel {names}.",
  "That is not a valid e-mail address. Example: anna@example.org.":
    "Dat is geen geldig e-mailadres. Voorbeeld: anna@example.org.",
  "This link has expired or has already been used. Request a new one.":
    "Deze link is verlopen of al gebruikt. Vraag een nieuwe aan.",
  "Too many confirmation e-mails were sent today. Try again tomorrow.":
    "Er zijn vandaag te veel bevestigingsmails verstuurd. Probeer het morgen weer.",
  "This server does not send e-mail.": "Deze server verstuurt geen e-mail.",
  "This server does not send push notifications.": "Deze server verstuurt geen pushmeldingen.",
  "Too many links tried. Wait a minute.": "Te veel links geprobeerd. Wacht een minuut.",
  "Too many password reset links requested. Wait a few minutes.":
    "Er zijn te veel links voor een nieuw wachtwoord aangevraagd. Wacht een paar minuten.",
  "That is not the address of a push service.": "Dat is geen adres van een pushdienst.",
  "Those are not valid push subscription keys.": "Dat zijn geen geldige sleutels voor pushmeldingen.",
  "You already get notifications on {devices} devices. Turn them off on one of those first.":
    "Je krijgt al meldingen op {devices} apparaten. Zet ze eerst op een daarvan uit.",
  "This e-mail address is no longer in use here, so nothing will be sent to it.":
    "Dit e-mailadres is hier niet meer in gebruik; er wordt niets meer naartoe gestuurd.",
  "This feed does not exist or was removed.": "Deze feed bestaat niet of is verwijderd.",
  "You are already on vacation.": "Je bent al op vakantie.",
  "You are not on vacation.": "Je bent niet op vakantie.",
  "You have {have} vacation days left this year, not {days}.":
    "Je hebt dit jaar nog {have} vakantiedagen, geen {days}.",
  "Only registered players can follow others. Register first.":
    "Alleen geregistreerde spelers kunnen anderen volgen. Registreer je eerst.",
  "Only players at this table can invite others.": "Alleen wie aan deze tafel zit, kan anderen uitnodigen.",
  "Only registered players can play rated matches. Register, or look for a casual match.":
    "Alleen geregistreerde spelers kunnen voor de rating spelen. Registreer je, of zoek een vriendschappelijke partij.",
  "One of the players is no longer looking for a match.": "Een van de spelers zoekt geen partij meer.",
  "There is no registered player called {name}.": "Er is geen geregistreerde speler die {name} heet.",
  "Remote workers need PostgreSQL, and this database is SQLite; its server runs the bots itself.":
    "Externe workers hebben PostgreSQL nodig, en deze database is SQLite; de server draait de bots zelf.",
  "You are not looking for a match.": "Je zoekt geen partij.",
  "You already follow {people} people, which is the maximum.": "Je volgt al {people} mensen; dat is het maximum.",
  "You cannot follow yourself.": "Je kunt jezelf niet volgen.",
  "{name} does not follow you. Send them the link instead.": "{name} volgt je niet. Stuur in plaats daarvan de link.",
  "{name} is already at this table.": "{name} zit al aan deze tafel.",
  "{people} people have already been invited to this table, which is the maximum.":
    "Voor deze tafel zijn al {people} mensen uitgenodigd; dat is het maximum.",
  "{game} is for {counts} seats, not {seats}.": "{game} is voor {counts} spelers, niet voor {seats}.",
  "The match has not been reviewed yet.": "De partij is nog niet nabesproken.",
  "There is no choice to be tried at this decision.": "Bij deze beslissing valt er niets te proberen.",
  "This review was made before reviews counted in winning chances. Review the match again.":
    "Deze nabespreking rekende nog niet in winstkansen. Bespreek de partij opnieuw na.",
} satisfies Record<Forms["common"], string>;
