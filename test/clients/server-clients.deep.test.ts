// Clients of the decision server, in other languages.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { commandArgs, root } from "../e2e/spawn-cli.js";
import { requireProgram } from "../require-program.js";
import { tempDir } from "../temp-dir.js";

const POLICIES = `version: 1
policies:
  - { id: "no", events: before_tool_call, when: 'params.command.startsWith("deny")', deny: "no: é" }
  - { id: push, events: before_tool_call, when: 'params.command.startsWith("push")', ask: others see it }
`;
const CONFIG = `version: 1
key: { env: KEY }
tenants:
  main:
    policies: [policies.yaml]
    callers:
      - { name: service, roles: [decide], token: { env: SERVICE } }
      - { name: alice, roles: [approve], token: { env: ALICE } }
`;
const ENV = {
  KEY: "k".repeat(48),
  SERVICE: "token-of-the-service-1234567890ab",
  ALICE: "token-of-alice-1234567890abcdef00",
};

/** What must come of the same questions in each language. */
const EXPECTED = {
  deny: expect.objectContaining({ effect: "deny", policy: "no", reason: "no: é" }) as unknown,
  plain: "abstain",
  asked: ["ask", "waiting", false],
  waiting: [true],
  own: "forbidden",
  state: "approved",
  wait: true,
  other: "ask",
  approved: ["allow", "ask"],
  refused: [false, "deny"],
  gone: [false, "gone"],
  wrong: ["deny", "deny", "deny", "deny", "deny"],
  origins: ["ValueError", "ValueError", "ValueError"],
};

const CLIENTS = [
  ["Python", "python3", ["python3", "python_server.py", path.join(root, "clients/python")]],
  ["Go", "go", ["go", "run", "./server"]],
] as const;

test.each(CLIENTS)(
  "the client in %s decides and approves at a server, and denies whatever goes wrong",
  { timeout: 60_000 },
  async (_, needs, [program, ...args]) => {
    if (needs === "go") requireProgram(needs, "golang-go", "version");
    else requireProgram(needs);
    const elsewhere = await redirecting();
    const server = await serving();
    try {
      const client = spawn(program, [...args, server.origin, elsewhere.origin], {
        cwd: import.meta.dirname,
        stdio: ["ignore", "pipe", "inherit"],
      });
      let text = "";
      client.stdout.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
      await once(client, "close");
      expect(JSON.parse(text)).toEqual(EXPECTED);
      expect(elsewhere.followed()).toBe(0);
    } finally {
      elsewhere.close();
      await server.end();
    }
  },
);

/** The built server, with the policies and callers above. */
async function serving() {
  const folder = await tempDir();
  writeFileSync(path.join(folder, "policies.yaml"), POLICIES);
  writeFileSync(path.join(folder, "server.yaml"), CONFIG);
  const server = spawn(
    process.execPath,
    [...commandArgs(), "serve", "server.yaml", "--listen", "127.0.0.1:0", "--json"],
    { cwd: folder, env: { ...process.env, ...ENV }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  const { origin } = JSON.parse(line.toString("utf8")) as { readonly origin: string };
  const end = async (): Promise<void> => {
    server.kill("SIGTERM");
    await once(server, "exit");
  };
  return { origin, end };
}

/** Sends every request on to an address that would get the token, and says yes. */
async function redirecting() {
  let followed = 0;
  const server = createServer((request, response) => {
    if (request.url !== "/v1/decide") followed++;
    response.writeHead(307, { location: "/yes" }).end('{"decision":{"effect":"allow"}}');
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    followed: () => followed,
    close: () => void server.close(),
  };
}
