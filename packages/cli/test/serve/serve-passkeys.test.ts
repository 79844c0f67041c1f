import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inviteFor } from "../../../server/src/passkeys/invite.js";
import { softPasskey } from "../../../server/test/passkeys/soft-passkey.js";
import { openServer, type OpenServer } from "../../../services/src/serve/open-server.js";
import { readServerFile } from "../../../services/src/serve/read-server-file.js";
import { closedIo } from "../../../console/src/io.js";
import type { JsonShape } from "../../../../tools/json-shapes/json-shape.js";
import { SHAPES } from "../../../../tools/json-shapes/shapes.table.js";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { folder, runCli } from "../run-cli.js";

const ORIGIN = "https://pdp.example.com";
const TOKEN = "0123456789abcdef-token";
const env = { ALICE: TOKEN, KEY: "k".repeat(40), OTHER: "o".repeat(40) };
const place = folder({ "rules.yaml": "version: 1\npolicies: []\n" });
afterAll(() => place.remove());

function file(more = `passkeys: keys.sealed\norigin: ${ORIGIN}\nkey: { env: KEY }`): string {
  return `version: 1
${more}
tenants:
  main:
    policies: [rules.yaml]
    callers:
      - { name: alice, roles: [approve], token: { env: ALICE } }
`;
}

/** One of the forms in which `serve --json` prints. */
function formOf(nth: number): JsonShape["forms"][number]["schema"] {
  const form = SHAPES.find(({ command }) => command === "serve")?.forms[nth];
  if (form === undefined) throw new Error(`no form ${nth}`);
  return form.schema;
}

const said: string[] = [];
async function open(text = file()): Promise<OpenServer> {
  const io = { ...closedIo(place.home, []), env };
  return await openServer(io, readServerFile(text, "server.yaml"), place.path, ({ message }) =>
    said.push(message),
  );
}

async function post(one: OpenServer, at: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  return await one.server.fetch(
    new Request(`${ORIGIN}${at}`, { method: "POST", headers, body: JSON.stringify(body) }),
  );
}

test("public keys are kept in a file sealed with the server's key: nobody else can add one", async () => {
  const one = await open();
  onTestFinished(() => one.close());
  expect(await one.passkeys?.missing()).toEqual([
    "alice has no passkey yet: `gatehouse serve --invite alice` prints a link",
  ]);
  const link = one.passkeys?.invite("alice") ?? "";
  expect(link).toMatch(/^https:\/\/pdp\.example\.com\/approvals#passkey=[0-9a-z]+-[\w-]{16}$/);
  expect(one.passkeys?.invite("main/alice")).toContain("#passkey=");
  expect(() => one.passkeys?.invite("bob")).toThrow("no caller `bob` has the role approve");
  const [, code = ""] = link.split("#passkey=");
  const options = (await (await post(one, "/v1/passkeys/options", { code })).json()) as Record<
    string,
    unknown
  >;
  expect(
    (await post(one, "/v1/passkeys", { code, passkey: softPasskey(ORIGIN).create(options) })).status,
  ).toBe(200);
  expect(await one.passkeys?.missing()).toEqual([]);

  const sealed = path.join(place.path, "keys.sealed");
  const right = readFileSync(sealed, "utf8");
  const tag = right.slice(0, 65);
  const forged = [
    "[]",
    right.replace("alice", "malet"),
    `${tag}${right.slice(65).split("\n")[0]}\n[]`,
    // Sealed with another key.
    `${"0".repeat(64)} ${right.slice(65)}`,
  ];
  for (const text of forged) {
    writeFileSync(sealed, text);
    await expect(open()).rejects.toThrow("this server's key has not sealed what is in it");
    const answer = await one.server.fetch(
      new Request(`${ORIGIN}/v1/approvals`, { headers: { authorization: `Bearer ${TOKEN}` } }),
    );
    expect(answer.status).toBe(503);
  }
  expect(said.at(-1)).toMatch(/^the passkeys in .*keys\.sealed do not count/);
  writeFileSync(sealed, right);
  await expect(open(file(`passkeys: keys.sealed\norigin: ${ORIGIN}\nkey: { env: OTHER }`))).rejects.toThrow(
    "this server's key has not sealed",
  );
  const again = await open();
  onTestFinished(() => again.close());
  expect(await again.passkeys?.missing()).toEqual([]);
});

test("one passkey is removed, and the others stay", async () => {
  writeFileSync(path.join(place.path, "server.yaml"), file().replace("keys.sealed", "more.sealed"));
  const run = async (...args: string[]): ReturnType<typeof runCli> =>
    await runCli(["serve", "server.yaml", ...args], { cwd: place.path, home: place.home, env });
  expect((await run("--passkeys")).stdout).toMatch(/^alice has no passkey yet/);
  const one = await open(file().replace("keys.sealed", "more.sealed"));
  onTestFinished(() => one.close());
  const phones = [softPasskey(ORIGIN), softPasskey(ORIGIN)];
  for (const [at, phone] of phones.entries()) {
    // A link of another second is another link.
    const code = inviteFor(env.KEY, { tenant: "main", caller: "alice" }, Date.now() + at * 1_000);
    const options = (await (await post(one, "/v1/passkeys/options", { code })).json()) as Record<
      string,
      unknown
    >;
    expect((await post(one, "/v1/passkeys", { code, passkey: phone.create(options) })).status).toBe(200);
  }
  const idsOf = async (): Promise<readonly string[]> => {
    const listed = formOf(3).parse(JSON.parse((await run("--passkeys", "--json")).stdout)) as {
      readonly passkeys: readonly { readonly id: string; readonly caller: string }[];
    };
    expect(listed.passkeys.every(({ caller }) => caller === "alice")).toBe(true);
    return listed.passkeys.map(({ id }) => id);
  };
  const [lost = "", kept = ""] = await idsOf();
  expect((await run("--passkeys")).stdout).toContain(`${lost.slice(0, 12)}  main/alice`);
  for (const [id, why] of [
    ["nobody-has-this", "no passkey has an id"],
    [lost.slice(0, 2), "6 characters or more"],
  ] as const)
    expect(await run("--forget", id)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(why) as string,
    });
  expect((await run("--forget", lost, "--passkeys")).stderr).toContain("one by one");
  const gone = formOf(4).parse(JSON.parse((await run("--forget", lost.slice(0, 12), "--json")).stdout));
  expect(gone).toMatchObject({ forgotten: { id: lost, tenant: "main" } });
  expect(await idsOf()).toEqual([kept]);
  // The server that runs reads the same file.
  expect(await one.passkeys?.passkeys.list()).toMatchObject([{ id: kept }]);
});

test.each([
  ["without a key", `passkeys: a\norigin: ${ORIGIN}`, "`passkeys` needs `key`"],
  ["without an address", "passkeys: a\nkey: { env: KEY }", "`passkeys` needs `key`"],
  [
    "with an address of numbers",
    "passkeys: a\nkey: { env: KEY }\norigin: https://192.0.2.1",
    "browsers make no passkeys",
  ],
  [
    "in the clear",
    "passkeys: a\nkey: { env: KEY }\norigin: http://pdp.example.com",
    "browsers make no passkeys",
  ],
])("a server with passkeys does not start %s", async (_, more, why) => {
  await expect(open(file(more))).rejects.toThrow(why);
});
