const en = {
  passkeys: "Passkeys",
  "passkeys:text":
    "Sign in with your fingerprint, your face or a security key, without typing anything. A passkey stays on your device; the server knows only its public part. Another password deletes them all.",
  "passkeys:none": "You have none.",
  "passkeys:made": "made {when}",
  "passkeys:used": "last used {when}",
  "passkeys:unused": "never used",
  "passkeys:site": "for {site}",
  "passkeys:label": "What to call it",
  "passkeys:labelHint": "The device it is on, say",
  "passkeys:password": "Your password",
  "passkeys:passwordHint": "It shows that it is you who wants another way in",
  "passkeys:add": "Add a passkey",
  "passkeys:added": "The passkey “{label}” is there.",
  "passkeys:rename": "Rename “{label}”",
  "passkeys:save": "Save",
  "passkeys:delete": "Delete “{label}”",
  "passkeys:deleteAsk":
    "Nobody can sign in with “{label}” any more. Your device may still list it; delete it there too.",
  "passkeys:deleted": "It is deleted.",
  "passkeys:enter": "Sign in with a passkey",
  "passkeys:or": "Or, without typing:",
  "passkeys:given up": "No passkey was chosen.",
  "passkeys:numbers": "Passkeys work where this server is reached by a name, not by an address in numbers.",

  data: "What is stored about you",
  "data:text": "All of it in one JSON file: your account, matches, decisions, chat, notes, ratings and the rest.",
  "data:load": "Download everything",
  "data:privacy": "What is kept, and why",
  end: "Delete my account",
  "end:guest": "Forget me",
  "end:text":
    "Your name, login, password, passkeys, tokens, notes, analyses, ratings and what you said go for good. Matches stay, for those you played with: there you are “a former player”. Where a match is still being played you leave it, as somebody who resigns. Nobody else can take your name for {days} days.",
  "end:guest:text":
    "Your name, notes, analyses, puzzle ratings and what you said go for good. Matches stay, for those you played with: there you are “a former player”. Where a match is still being played you leave it, as somebody who resigns.",
  "end:sure": "I know that nobody can bring it back",
  "end:password": "Your password",
  "end:passkey": "Confirm with a passkey",
  "end:do": "Delete it for good",
  "end:done": "It is gone. You are a new guest here.",
  former: "a former player",
  "former:said": "deleted",

  privacy: "Privacy",
  "privacy:lead": "What this server keeps about you, why, and for how long.",
} as const;

export default en;
