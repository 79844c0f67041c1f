import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";
import { SHAPES } from "../../../../tools/json-shapes/shapes.table.js";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { type Folder, folder, runCli } from "../run-cli.js";
import type { ServingJson } from "../../../services/src/serve/serve.js";

const RULE = (effect: string): string =>
  `version: 1\npolicies:\n  - id: one\n    events: access_request\n    when: action.name == "read"\n    ${effect}\n`;
const TOKEN = "0123456789abcdef-token";

const keys = generateKeyPairSync("ed25519");
const others = generateKeyPairSync("ed25519");
const pem = (key: typeof keys.publicKey, type: "spki" | "pkcs8"): string =>
  key.export({ type, format: "pem" }).toString();

const place: Folder = folder({
  "policies/one.yaml": RULE("allow: fine"),
  "key.pem": pem(keys.privateKey, "pkcs8"),
  "other.pem": pem(others.privateKey, "pkcs8"),
  "team.pub": pem(keys.publicKey, "spki"),
});
/** What the web server sends now; null: it does not answer. */
let published: { readonly bytes: Buffer; readonly tag: string } | null = null;
let sent = 0;
const web: Server = createServer((request, response) => {
  if (published === null) return void response.destroy();
  if (request.headers["if-none-match"] === published.tag) return void response.writeHead(304).end();
  sent++;
  response.writeHead(200, { etag: published.tag }).end(published.bytes);
});
web.listen(0, "127.0.0.1");
await once(web, "listening");
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  web.close();
  web.closeAllConnections();
  place.remove();
});

async function bundled(effect: string, key: string, version: number): Promise<Buffer> {
  writeFileSync(join(place.path, "policies/one.yaml"), RULE(effect));
  const at = { cwd: place.path, home: place.home };
  expect((await runCli(["bundle", "build", "policies", "--name", "team", "--json"], at)).code).toBe(0);
  const signing = ["bundle", "sign", "team.bundle.json", "--key", key, "--as", String(version), "--json"];
  expect((await runCli(signing, at)).code).toBe(0);
  return readFileSync(join(place.path, "team.bundle"));
}

async function publish(effect: string, version: number, key = "key.pem"): Promise<void> {
  published = { bytes: await bundled(effect, key, version), tag: `"${effect} ${version} ${key}"` };
}

function serverFile(): void {
  const from = `http://127.0.0.1:${(web.address() as AddressInfo).port}/team.bundle`;
  writeFileSync(
    join(place.path, "server.yaml"),
    `version: 1
listen: { port: 0 }
tenants:
  main:
    bundle: { from: "${from}", name: team, keys: team.pub, everySeconds: 1 }
    callers:
      - { name: one, roles: [decide], token: { env: TOKEN } }
`,
  );
}

interface Served {
  readonly origin: string;
  readonly said: () => string;
  readonly end: () => Promise<number | null>;
}

async function serve(): Promise<Served> {
  const child = spawn(process.execPath, [...commandArgs(), "serve", "server.yaml", "--json"], {
    cwd: place.path,
    env: { PATH: process.env["PATH"], HOME: place.home, TOKEN },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += part.toString()));
  const [line] = (await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => {
      throw new Error(said);
    }),
  ])) as [Buffer];
  const form = SHAPES.find(({ command }) => command === "serve")?.forms[1];
  const printed: unknown = JSON.parse(line.toString());
  expect(form?.schema.safeParse(printed).success, line.toString()).toBe(true);
  const { origin } = printed as ServingJson;
  return {
    origin,
    said: () => said,
    end: async () => {
      child.kill("SIGTERM");
      const [code] = (await once(child, "exit")) as [number | null];
      running.delete(child);
      return code;
    },
  };
}

async function allowed({ origin }: Served): Promise<boolean> {
  const body = {
    subject: { type: "user", id: "a" },
    action: { name: "read" },
    resource: { type: "document", id: "1" },
  };
  const response = await fetch(`${origin}/access/v1/evaluation`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { decision: boolean }).decision;
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

test("a server follows its bundle, never back, and stands without its source", async () => {
  serverFile();
  await publish("allow: fine", 1);
  const first = await serve();
  expect(await allowed(first)).toBe(true);

  await publish("deny: not any more", 3);
  await until(async () => !(await allowed(first)));
  const before = sent;
  await until(() => sent === before);

  await publish("allow: again", 2);
  await until(() => first.said().includes("version 2 is older than version 3"));
  expect(await allowed(first)).toBe(false);

  await publish("allow: forged", 4, "other.pem");
  await until(() => first.said().includes("not one of a pinned key"));
  expect(await allowed(first)).toBe(false);
  expect(await first.end()).toBe(0);

  // The source is away: the last good bundle is in force.
  published = null;
  const second = await serve();
  expect(await allowed(second)).toBe(false);
  await until(() => second.said().includes("the last good bundle, version 3, is in force"));
  expect(await second.end()).toBe(0);
});

test("a bundle is pulled by hand, and not over a newer one", async () => {
  const at = { cwd: place.path, home: place.home };
  const from = `http://127.0.0.1:${(web.address() as AddressInfo).port}/team.bundle`;
  const pull = [
    "bundle",
    "pull",
    from,
    "--name",
    "team",
    "--keys",
    "team.pub",
    "--out",
    "mine.bundle",
    "--json",
  ];
  await publish("deny: no", 8);
  const pulled = await runCli(pull, at);
  expect([pulled.code, JSON.parse(pulled.stdout)]).toMatchObject([0, { version: 8, files: ["one.yaml"] }]);
  await publish("deny: no", 7);
  const refused = await runCli(pull, at);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("older than version 8")]);
});

test("policies with errors are not bundled, and a bundle that nobody has signed is not pulled", async () => {
  const at = { cwd: place.path, home: place.home };
  writeFileSync(join(place.path, "policies/one.yaml"), RULE("alow: fine"));
  const built = await runCli(["bundle", "build", "policies", "--name", "broken"], at);
  expect([built.code, built.stdout]).toEqual([1, expect.stringContaining("nothing is written: 1 error")]);
  published = { bytes: readFileSync(join(place.path, "team.bundle.json")), tag: '"x"' };
  const from = `http://127.0.0.1:${(web.address() as AddressInfo).port}/team.bundle`;
  const pulled = await runCli(["bundle", "pull", from, "--name", "team", "--keys", "team.pub"], at);
  expect([pulled.code, pulled.stderr]).toEqual([2, expect.stringContaining("the bundle is refused")]);
});

const WRONG: readonly (readonly [string, string, string])[] = [
  [
    "a word that nobody knows",
    "tenants: {}\nlisten: { prt: 1 }",
    "server.yaml:3:9: `listen`: Unrecognized key",
  ],
  ["no tenant", "tenants: {}", "expected at least one tenant"],
  [
    "a role that there is not",
    "tenants: { main: { policies: [policies], callers: [{ name: a, roles: [decied] }] } }",
    "`tenants.main.callers.0.roles.0`: Invalid option",
  ],
  [
    "policies and a bundle",
    'tenants: { main: { policies: [a], bundle: { from: "oci://h/r:t", name: n, keys: k }, callers: [{ name: a, roles: [decide] }] } }',
    "expected `policies` or `bundle`",
  ],
  [
    "a token in the file",
    "tenants: { main: { policies: [policies], callers: [{ name: a, roles: [decide], token: secret }] } }",
    "`tenants.main.callers.0.token`",
  ],
  [
    "a token that is nowhere",
    "tenants: { main: { policies: [good], callers: [{ name: a, roles: [decide], token: { env: NONE } }] } }",
    "the variable NONE is empty",
  ],
  [
    "one who asks and approves",
    "tenants: { main: { policies: [good], callers: [{ name: a, roles: [decide, approve], token: { env: TOKEN } }] } }",
    "may not also have the role approve",
  ],
  [
    "tokens in the clear",
    "listen: { host: 0.0.0.0 }\ntenants: { main: { policies: [good], callers: [{ name: a, roles: [decide], token: { env: TOKEN } }] } }",
    "tokens would travel in the clear",
  ],
  [
    "policies with errors",
    "tenants: { main: { policies: [policies/one.yaml], callers: [{ name: a, roles: [decide], token: { env: TOKEN } }] } }",
    "policies/one.yaml:",
  ],
];

test.each(WRONG)("serve does not start with %s", async (_what, text, said) => {
  const made = folder({
    "server.yaml": `version: 1\n${text}\n`,
    "good/one.yaml": RULE("allow: fine"),
    "policies/one.yaml": RULE("alow: fine"),
  });
  try {
    const place = { cwd: made.path, home: made.home, env: { TOKEN } };
    const ran = await runCli(["serve", "server.yaml", "--check"], place);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(said)]);
  } finally {
    made.remove();
  }
});
