import type { Messages } from "../language.svelte";

const en = {
  // a table on this device
  you: "Player",
  opening: "Setting up the board…",
  stopped: "This match cannot be shown",
  gone: "This match is not on this device. It was deleted, or it was played in another browser.",
  "elsewhere title": "Open in another tab",
  elsewhere: "This match is being played in another tab or window.",
  "play here": "Play it here",
  "unstored refused":
    "This browser does not store matches: this one ends when you close the page. Download its log to keep it.",
  "unstored full": "This device is out of storage: new moves are not saved. Free some space, or download the log.",
  "unstored elsewhere": "Another tab has played on in this match. Open it again.",
  "hand over to": "Hand the device to {name}",
  "hand over about": "The hands are hidden. Only {name} should look now.",
  "hand over go": "I am {name}: show my side",
  "problem file":
    "A part of the game could not be loaded, even after trying again. Check your connection and reload the page.",
  "problem unsupported":
    "This browser is too old to play without a server: it lacks WebAssembly SIMD (Chrome 91, Firefox 89 or Safari 16.4).",
  "problem crash": "The game engine has stopped. Reload the page; all moves are saved.",
  reload: "Reload",
  "on server only": "That needs a server: keep the match there first.",

  // keeping a match on the server
  keep: "Keep on the server",
  kept: "The server keeps a copy. You can go on with it here or there.",
  "keep about":
    "This match is on this device only. On the server you can go on from another device, review and share it.",
  "keep later": "This match is on this device. You can keep it on the server when you are online.",
  "here only": "This match is in this browser only.",

  // taking a match along from the server
  take: "Continue on this device",
  taken: "The match is on this device now.",
  "take about":
    "You can take this match with you and play on without a connection. The match on the server stays, but no longer counts in the bots' statistics.",

  // my matches
  "mine title": "On this device",
  "mine about": "Played without a server. Saved in this browser only.",
  "mine fleeting": "This browser does not store matches: they end when you close the page.",
  "mine away": "Your matches on the server come back when you are online.",
  "mine log": "Download the log of this match of {game}",
  "mine keep": "Keep this match of {game} on the server",
  "mine delete": "Delete this match of {game}",
  "delete title": "Delete this match?",
  "delete about": "It is on this device only and cannot be restored.",
  "delete kept": "It is deleted from this device. The copy on the server stays.",
  deleted: "Match deleted.",

  // no server
  "away title": "This needs a connection",
  away: "You are offline, or the server does not respond. This page comes back by itself.",
  "away can": "Meanwhile you can play against bots, learn, solve puzzles and analyse.",
  "site title": "Not on this site",
  site: "This site has no server: playing with other people is not possible here.",
  "away strip": "Offline. Matches with people come back by themselves.",
  newer: "There is a new version of this page.",

  // settings
  offline: "Playing offline",
  "offline ready": "Everything is saved in this browser: you can play without a connection.",
  "offline part": "{there} of {all} files are saved for playing offline.",
  "offline none": "This browser does not save pages for offline use.",
  "offline full": "There is not enough storage to save everything for offline use.",
} satisfies Messages;

export default en;
