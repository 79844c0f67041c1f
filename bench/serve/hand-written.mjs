// The least that a check over HTTP can be: a loop over the folders that are forbidden.
import { createServer } from "node:http";

const [port, size] = process.argv.slice(2).map(Number);
/** @type {readonly string[]} */
const folders = Array.from({ length: size }, (_, at) => `/forbidden/${at}/`);
createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    if (request.method === "GET") return response.end();
    const { path } = /** @type {{ path: string }} */ (JSON.parse(Buffer.concat(parts)));
    const body = JSON.stringify({ decision: !folders.some((folder) => path.startsWith(folder)) });
    response
      .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
      .end(body);
  });
}).listen(port, "127.0.0.1");
