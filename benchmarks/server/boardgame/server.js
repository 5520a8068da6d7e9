// node server.js PORT [FOLDER]: in memory, or in files in a folder.
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const game = require("./game");

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [game], origins: [Origins.LOCALHOST], ...(db ? { db } : {}) });
server.run(Number(port), () => console.log("ready"));
