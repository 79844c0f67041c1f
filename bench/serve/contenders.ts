import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { type Contender, forbidden } from "./contender.js";
import { answers, freePort, onFirstCore, stopChild } from "./start-contender.js";

const COMMAND = path.resolve("packages/cli/dist/bin.js");
const CERBOS = path.resolve("bench/serve/cerbos");
const TOKEN = "bench-0123456789abcdef";

/** `gatehouse serve` with AuthZEN. */
export async function gatehouseServer(size: number, folder: string): Promise<Contender> {
  const policies = forbidden(size).map((one, at) => ({
    id: `p${at}`,
    events: "access_request",
    when: `action.name == "write" && resource.properties.path.startsWith("${one}")`,
    deny: "not there",
  }));
  const rest = { id: "rest", events: "access_request", when: 'action.name == "write"', allow: "else" };
  writeFileSync(
    path.join(folder, "policies.json"),
    JSON.stringify({ version: 1, policies: [...policies, rest] }),
  );
  writeFileSync(
    path.join(folder, "server.yaml"),
    "version: 1\ntenants: { main: { policies: [policies.json], callers: [{ name: a, roles: [decide], token: { env: TOKEN } }] } }\n",
  );
  const port = await freePort();
  const argv = [
    process.execPath,
    COMMAND,
    "serve",
    path.join(folder, "server.yaml"),
    "--listen",
    `127.0.0.1:${port}`,
  ];
  const child = onFirstCore(argv, { TOKEN, HOME: folder });
  await answers(port, "/readyz", child);
  return {
    ...{ name: "gatehouse serve", port, path: "/access/v1/evaluation" },
    headers: { authorization: `Bearer ${TOKEN}` },
    bodyOf: ({ user, path: where }) =>
      JSON.stringify({
        subject: { type: "user", id: user },
        action: { name: "write" },
        resource: { type: "file", id: "1", properties: { path: where } },
      }),
    allowed: (body) => (JSON.parse(body) as { decision: boolean }).decision,
    stop: async () => await stopChild(child),
  };
}

/** Node's own HTTP server with a loop over the folders, which is all that a check by hand needs. */
export async function handWrittenServer(size: number): Promise<Contender> {
  const port = await freePort();
  const script = path.resolve("bench/serve/hand-written.mjs");
  const child = onFirstCore([process.execPath, script, String(port), String(size)], {});
  await answers(port, "/", child);
  return {
    ...{ name: "node:http, by hand", port, path: "/" },
    headers: {},
    bodyOf: ({ path: where }) => JSON.stringify({ path: where }),
    allowed: (body) => (JSON.parse(body) as { decision: boolean }).decision,
    stop: async () => await stopChild(child),
  };
}

/** Cerbos, whose binary is a package. */
export async function cerbosServer(size: number, folder: string): Promise<Contender> {
  if (!existsSync(path.join(CERBOS, "node_modules")))
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: CERBOS, stdio: "inherit" });
  const policies = path.join(folder, "policies");
  mkdirSync(policies);
  const rules = forbidden(size).map((one) => ({
    ...{ actions: ["write"], effect: "EFFECT_DENY", roles: ["*"] },
    condition: { match: { expr: `R.attr.path.startsWith("${one}")` } },
  }));
  const rest = { actions: ["write"], effect: "EFFECT_ALLOW", roles: ["*"] };
  const policy = { resource: "file", version: "default", rules: [...rules, rest] };
  writeFileSync(
    path.join(policies, "file.json"),
    JSON.stringify({ apiVersion: "api.cerbos.dev/v1", resourcePolicy: policy }),
  );
  const [port, grpc] = [await freePort(), await freePort()];
  const file = path.join(folder, "cerbos.yaml");
  writeFileSync(
    file,
    `server: { httpListenAddr: "127.0.0.1:${port}", grpcListenAddr: "127.0.0.1:${grpc}" }
storage: { driver: disk, disk: { directory: "${policies}", watchForChanges: false } }
telemetry: { disabled: true }
audit: { enabled: false }
`,
  );
  const binary = path.join(CERBOS, "node_modules/@cerbos/cerbos-linux-x64/cerbos-linux-x64");
  const child = onFirstCore([binary, "server", `--config=${file}`, "--log-level=error"], {
    GOMAXPROCS: "1",
    HOME: folder,
  });
  await answers(port, "/_cerbos/health", child);
  return {
    ...{ name: "cerbos", port, path: "/api/check/resources" },
    headers: {},
    bodyOf: ({ user, path: where }) =>
      JSON.stringify({
        principal: { id: user, roles: ["user"] },
        resources: [{ actions: ["write"], resource: { kind: "file", id: "1", attr: { path: where } } }],
      }),
    allowed: (body) =>
      (JSON.parse(body) as { results: { actions: { write: string } }[] }).results[0]?.actions.write ===
      "EFFECT_ALLOW",
    stop: async () => await stopChild(child),
  };
}
