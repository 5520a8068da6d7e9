// node clients.js PORT MATCHES: two clients a match, each as fast as it can; prints how many moves were made.
//
// The clients speak boardgame.io's protocol without its client library, which would take more of the machine than the
// server does. They use WebSockets from the start: with the library a few of the hundred clients got in some twenty seconds
// late, which looked like matches that had stalled.
const { io } = require("socket.io-client");

const [port, matches] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}`;
const PATIENCE = 5000; // milliseconds without news after which a client asks for the state again

async function post(path, body) {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

function sit(matchID, playerID, credentials) {
  return new Promise((done) => {
    const socket = io(`${url}/board`, { transports: ["websocket"], forceNew: true });
    let moves = 0;
    let last = -1;
    let asked = 0;
    const sync = () => socket.emit("sync", matchID, playerID, credentials, 2);
    const timer = setInterval(() => {
      last = -1;
      asked += 1;
      sync();
    }, PATIENCE);
    const look = (state) => {
      timer.refresh();
      if (state.ctx.gameover) {
        clearInterval(timer);
        socket.close();
        done({ moves, asked });
        return;
      }
      if (state.ctx.currentPlayer !== playerID || state._stateID <= last) return;
      last = state._stateID;
      moves += 1;
      const free = state.G.cells.flatMap((cell, index) => (cell === null ? [index] : []));
      const args = [0, free[Math.floor(Math.random() * free.length)]];
      const action = { type: "MAKE_MOVE", payload: { type: "place", args, playerID, credentials } };
      socket.emit("update", action, state._stateID, matchID, playerID);
    };
    socket.on("connect", sync);
    socket.on("sync", (_, info) => look(info.state));
    socket.on("update", (_, state) => look(state));
  });
}

async function open() {
  const { matchID } = await post("/games/board/create", { numPlayers: 2 });
  const seats = [];
  for (const playerID of ["0", "1"]) {
    const { playerCredentials } = await post(`/games/board/${matchID}/join`, { playerID, playerName: playerID });
    seats.push([matchID, playerID, playerCredentials]);
  }
  return seats;
}

async function main() {
  const seats = (await Promise.all(Array.from({ length: matches }, open))).flat();
  console.log("open");
  const told = await Promise.all(seats.map((seat) => sit(...seat)));
  const sum = (name) => told.reduce((total, one) => total + one[name], 0);
  console.log(JSON.stringify({ moves: sum("moves"), asked_again: sum("asked") }));
  process.exit(0);
}

main();
