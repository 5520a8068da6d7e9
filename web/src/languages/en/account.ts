const en = {
  passkeys: "Passkeys",
  "passkeys:text":
    "Sign in with your fingerprint, your face or a security key. No typing. A passkey stays on your device; the server knows only its public part. Changing your password removes all passkeys.",
  "passkeys:none": "You have no passkeys yet.",
  "passkeys:made": "created {when}",
  "passkeys:used": "last used {when}",
  "passkeys:unused": "never used",
  "passkeys:site": "for {site}",
  "passkeys:label": "Passkey name",
  "passkeys:labelHint": "For example, the device it is on",
  "passkeys:password": "Your password",
  "passkeys:passwordHint": "To confirm it is you",
  "passkeys:add": "Add a passkey",
  "passkeys:added": "Passkey “{label}” added.",
  "passkeys:rename": "Rename “{label}”",
  "passkeys:save": "Save",
  "passkeys:delete": "Delete “{label}”",
  "passkeys:deleteAsk": "You can no longer sign in with “{label}”. Your device may still list it; delete it there too.",
  "passkeys:deleted": "Passkey deleted.",
  "passkeys:enter": "Sign in with a passkey",
  "passkeys:or": "Or without a password:",
  "passkeys:given up": "No passkey was chosen.",
  "passkeys:numbers": "Passkeys work only when you reach this server by a name, not by an IP address.",

  data: "Your data",
  "data:text": "Everything stored about you in one JSON file: account, matches, moves, chat, notes, ratings and more.",
  "data:load": "Download my data",
  "data:privacy": "What we store, and why",
  end: "Delete my account",
  "end:guest": "Delete my data",
  "end:text":
    "This permanently deletes your name, login, password, passkeys, tokens, notes, analyses, ratings and chat messages. Finished matches stay for the people you played with, under the name “a former player”. You resign from matches in progress. Nobody else can take your name for {days} days.",
  "end:guest:text":
    "This permanently deletes your name, notes, analyses, puzzle ratings and chat messages. Finished matches stay for the people you played with, under the name “a former player”. You resign from matches in progress.",
  "end:sure": "I understand that this cannot be undone",
  "end:password": "Your password",
  "end:passkey": "Confirm with a passkey",
  "end:do": "Delete permanently",
  "end:done": "Deleted. You are now a new guest.",
  former: "a former player",
  "former:said": "deleted",

  privacy: "Privacy",
  "privacy:lead": "What this server stores about you, why, and for how long.",
} as const;

export default en;
