import { parse } from "yaml";
import { afterAll, expect, test } from "vitest";
import { startRedis } from "../../../cache/test/redis-server.js";
import { closedIo } from "../../../console/src/io.js";
import { openServer, type OpenServer } from "../../../services/src/serve/open-server.js";
import { serverFileSchema } from "../../../services/src/serve/server-file.schema.js";
import { folder } from "../run-cli.js";

const TOKEN = "0123456789abcdef-token";
const RULES = `version: 1
memory: { read: { flag: { events: before_tool_call, tools: Read } } }
policies: [{ id: leak, events: before_tool_call, tools: Send, when: memory.read, ask: something was read }]
`;
const place = folder({ "rules.yaml": RULES });
const redis = await startRedis();
const open: OpenServer[] = [];
afterAll(async () => {
  for (const one of open) await one.close();
  await redis.remove();
  place.remove();
});

async function server(shared: boolean): Promise<OpenServer> {
  const tenant = `policies: [rules.yaml], callers: [{ name: a, roles: [decide], token: { env: TOKEN } }]`;
  const file = serverFileSchema.parse(
    parse(
      `version: 1\nkey: { env: KEY }\n${shared ? "redis: { env: REDIS }\n" : ""}tenants: { main: { ${tenant} }, other: { ${tenant.replace("name: a", "name: b").replace("env: TOKEN", "env: OTHER")} } }\n`,
    ),
  );
  const env = { TOKEN, OTHER: `${TOKEN}-2`, KEY: "k".repeat(40), REDIS: redis.url };
  const one = await openServer({ ...closedIo(place.home, []), env }, file, place.path, () => undefined);
  open.push(one);
  return one;
}

async function effects(
  one: OpenServer,
  tools: readonly string[],
  token = TOKEN,
  sessionKey = "s",
): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (const toolName of tools) {
    const event = { event: "before_tool_call", toolName, params: {}, sessionKey };
    const response = await one.server.fetch(
      new Request("http://pdp.test/v1/decide", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ event }),
      }),
    );
    const body = (await response.json()) as { readonly decision: { readonly effect: string } };
    all.push(body.decision.effect);
  }
  return all;
}

test("a server remembers the sessions of each tenant, also when its policies are read anew", async () => {
  const one = await server(false);
  expect(await effects(one, ["Send", "Read", "Send"])).toEqual(["abstain", "abstain", "ask"]);
  expect(await effects(one, ["Send"], TOKEN, "another session")).toEqual(["abstain"]);
  expect(await effects(one, ["Send"], `${TOKEN}-2`)).toEqual(["abstain"]);
  await one.reload();
  expect(await effects(one, ["Send"])).toEqual(["ask"]);
});

test("servers that share a Redis share what sessions have done, and where it is gone what asks for it is denied", async () => {
  const [one, two] = [await server(true), await server(true)];
  expect(await effects(one, ["Send", "Read"])).toEqual(["abstain", "abstain"]);
  expect(await effects(two, ["Send"])).toEqual(["ask"]);
  expect(await effects(two, ["Send"], `${TOKEN}-2`)).toEqual(["abstain"]);
  await redis.kill();
  expect(await effects(two, ["Send"], `${TOKEN}-2`)).toEqual(["deny"]);
});
