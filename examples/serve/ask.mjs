// Starts the server of this folder, asks it as a service would, answers as a person would, and ends it.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";

const tokens = { DOCUMENTS_TOKEN: random(), ALICE_TOKEN: random() };
const server = spawn(
  "gatehouse",
  ["serve", "examples/serve/gatehouse.server.yaml", "--listen", "127.0.0.1:0", "--json"],
  {
    env: { ...process.env, ...tokens, GATEHOUSE_KEY: random(), METRICS_TOKEN: random() },
    stdio: ["ignore", "pipe", "inherit"],
  },
);
const [line] = await once(server.stdout, "data");
const { origin } = JSON.parse(line);

function random() {
  return randomBytes(24).toString("hex");
}

async function ask(token, path, body) {
  const response = await fetch(origin + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return await response.json();
}

const alice = { type: "user", id: "alice" };
const document = { type: "document", id: "7", properties: { owner: "alice" } };
const evaluation = (name) => ({ subject: alice, action: { name }, resource: document });
const evaluate = (name) => ask(tokens.DOCUMENTS_TOKEN, "/access/v1/evaluation", evaluation(name));

console.log("edit:  ", (await evaluate("edit")).decision);
const waiting = await evaluate("delete");
console.log("delete:", waiting.decision, `(${waiting.context.reason})`);
await ask(tokens.ALICE_TOKEN, `/v1/approvals/${waiting.context.approval.id}`, { answer: "approve" });
console.log("delete:", (await evaluate("delete")).decision, "(approved)");
console.log("delete:", (await evaluate("delete")).decision, "(once)");

server.kill("SIGTERM");
await once(server, "exit");
