// node clients.js PORT MATCHES: two clients a match, each as fast as it can; prints how many moves were made.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const game = require("./game");

const [port, matches] = process.argv.slice(2).map(Number);
const url = `http://localhost:${port}`;

async function post(path, body) {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

async function play() {
  const { matchID } = await post("/games/board/create", { numPlayers: 2 });
  let moves = 0;
  await new Promise((done) => {
    const clients = [];
    let left = 2;
    for (const playerID of ["0", "1"]) {
      post(`/games/board/${matchID}/join`, { playerID, playerName: playerID }).then(({ playerCredentials }) => {
        const client = Client({ game, matchID, playerID, credentials: playerCredentials, debug: false, multiplayer: SocketIO({ server: url }) });
        let last = -1;
        clients.push(client);
        client.subscribe((state) => {
          if (state === null || !state.isConnected) return;
          if (state.ctx.gameover) {
            if (last !== Infinity && --left === 0) done();
            last = Infinity;
          } else if (state.ctx.currentPlayer === playerID && state._stateID > last) {
            last = state._stateID;
            moves += 1;
            const free = state.G.cells.map((cell, index) => (cell === null ? index : -1)).filter((index) => index >= 0);
            setImmediate(() => client.moves.place(0, free[Math.floor(Math.random() * free.length)]));
          }
        });
        client.start();
      });
    }
  });
  return moves;
}

Promise.all(Array.from({ length: matches }, play)).then((counts) => {
  console.log(JSON.stringify({ moves: counts.reduce((sum, count) => sum + count, 0) }));
  process.exit(0);
});
