// A board of 91 cells and a secret hand: as many decisions as a two-seat match of Babylonia, with far simpler rules.
const { INVALID_MOVE } = require("boardgame.io/core");

const CELLS = 91;
const KINDS = 4;

module.exports = {
  name: "board",
  setup: ({ ctx }) => ({
    cells: Array(CELLS).fill(null),
    scores: Array(ctx.numPlayers).fill(0),
    players: Object.fromEntries([...Array(ctx.numPlayers).keys()].map((p) => [p, { hand: [0, 1, 2, 3, 0] }])),
  }),
  playerView: ({ G, playerID }) => ({ ...G, players: { [playerID]: G.players[playerID] } }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: {
      client: false, // the rules need what is hidden, as ours do
      move: ({ G, playerID, random }, slot, cell) => {
        const hand = G.players[playerID].hand;
        if (G.cells[cell] !== null || hand[slot] === undefined) return INVALID_MOVE;
        G.cells[cell] = { owner: playerID, kind: hand[slot] };
        hand[slot] = random.Die(KINDS) - 1;
        G.scores[playerID] += 1;
      },
    },
  },
  endIf: ({ G }) => (G.cells.every((cell) => cell !== null) ? { scores: G.scores } : undefined),
};
