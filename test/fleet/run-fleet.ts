import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { bundleText, contentHash, signedBundle, statementText } from "@gatehouse-hooks/runtime";
import { startRedis } from "../../packages/cache/test/redis-server.js";
import { startOpenAiServer } from "../servers/openai-server.js";
import { fleetClient, type FleetAnswer } from "./fleet-client.js";
import { fleetPolicies } from "./fleet-policies.js";
import { startReplica } from "./replica.js";

/** How a fleet is tried. */
export interface FleetTrial {
  readonly seconds: number;
  /** Requests per second. */
  readonly rate: number;
}

/** What came of it. */
export interface FleetReport {
  readonly requests: number;
  readonly retries: number;
  readonly judged: number;
  readonly questions: number;
  /** Questions that were asked again because a server or Redis had ended in between. */
  readonly repeated: number;
  readonly approvals: number;
  /** Of these, the calls that happened. */
  readonly used: number;
  /** Answers of people that could not be kept while Redis was away: they were told so. */
  readonly unavailable: number;
  /** How many requests each version of the policies decided. */
  readonly versions: Readonly<Record<string, number>>;
  /** p50 and p99 in ms. */
  readonly latency: readonly [number, number];
  /** What must not be. */
  readonly violations: readonly string[];
}

const TOKENS = { AGENT_TOKEN: "agent-0123456789abcdef", PERSON_TOKEN: "person-0123456789abcdef" };
const QUESTIONS = 200;
const MOST_IN_FLIGHT = 24;
/** On a busy machine servers start late, and policies come late: this long they are waited for, in ms. */
const MOST_MS = 120_000;
/** After a fault, this long passes until everything is shared again, in ms. */
const SETTLING_MS = 2_500;

/** Three servers, one Redis, one source of bundles and a load: one server is killed, Redis is started anew, new policies come. */
export async function runFleet({ seconds, rate }: FleetTrial): Promise<FleetReport> {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-fleet-"));
  const redis = await startRedis("--appendonly", "yes", "--appendfsync", "everysec");
  const asked = new Map<string, number[]>();
  const model = await startOpenAiServer(({ prompt }) => {
    const [question = ""] = /question-[0-9]+/.exec(prompt) ?? [];
    asked.set(question, [...(asked.get(question) ?? []), Date.now()]);
    return { kind: "reply", text: '{"decision":"approve","reason":"fine"}', afterMs: 20 };
  });
  const source = await bundleSource(folder);
  source.publish(1);
  const file = path.join(folder, "server.yaml");
  writeFileSync(
    file,
    `version: 1
key: { env: KEY }
redis: { env: REDIS }
audit: audit
tenants:
  main:
    bundle: { from: "${source.url}", name: team, keys: team.pub, folder: "bundles", everySeconds: 1 }
    model: openai/scripted
    callers:
      - { name: agent, roles: [decide], token: { env: AGENT_TOKEN } }
      - { name: person, roles: [approve], token: { env: PERSON_TOKEN } }
`,
  );
  const env = {
    ...TOKENS,
    KEY: "0123456789abcdef0123456789abcdef",
    REDIS: redis.url,
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: model.baseUrl,
  };
  const ports = await freePorts(3);
  const replicas = [];
  for (const port of ports) replicas.push(await startReplica(file, port, env));
  const client = fleetClient(ports);
  const violations: string[] = [];
  const faults: (readonly [number, number])[] = [];
  const seen = new Map<string, string>();
  const versions: Record<string, number> = {};
  const latencies: number[] = [];
  let requests = 0;
  let judged = 0;
  let approvals = 0;
  let used = 0;
  let unavailable = 0;

  const ask = async (where: string, body: unknown, token: string): Promise<FleetAnswer | undefined> => {
    requests++;
    const started = performance.now();
    const answer = await client.ask(where, body, token);
    latencies.push(performance.now() - started);
    if (answer === undefined) violations.push(`no answer to ${where} after one retry`);
    else if (answer.status === 503) unavailable++;
    else if (answer.status >= 500) violations.push(`${answer.status} from ${where}`);
    return answer;
  };
  const onFault = async (work: () => Promise<void>): Promise<void> => {
    const began = Date.now();
    await work();
    faults.push([began, Date.now() + SETTLING_MS]);
  };
  /** Every answer of one version has the words of that version. */
  const told = (version: string, reasons: readonly unknown[]): void => {
    const [reason] = reasons;
    if (typeof reason !== "string" || new Set(reasons).size !== 1)
      return void violations.push(`one answer of several versions: ${JSON.stringify(reasons)}`);
    const known = seen.get(version) ?? reason;
    seen.set(version, known);
    if (known !== reason) violations.push(`${version.slice(0, 8)} said \`${known}\` and \`${reason}\``);
    versions[reason] = (versions[reason] ?? 0) + 1;
  };

  const evaluation = { action: { name: "read" }, resource: { type: "document", id: "1" } };
  const subject = { type: "user", id: "a" };
  const one = async (number: number): Promise<void> => {
    const kind = number % 20;
    if (kind < 13) {
      const answer = await ask("/access/v1/evaluation", { subject, ...evaluation }, TOKENS.AGENT_TOKEN);
      if (answer === undefined) return;
      if (answer.body["decision"] !== false) violations.push("an evaluation that is denied was true");
      told(answer.version, [reasonOf(answer.body)]);
    } else if (kind < 15) {
      const body = { subject, ...evaluation, evaluations: [{}, {}, {}, {}] };
      const answer = await ask("/access/v1/evaluations", body, TOKENS.AGENT_TOKEN);
      if (answer === undefined) return;
      const all = (answer.body["evaluations"] ?? []) as readonly Readonly<Record<string, unknown>>[];
      if (all.length !== 4) violations.push(`${all.length} answers to four evaluations`);
      told(answer.version, all.map(reasonOf));
    } else if (kind < 19) {
      judged++;
      const params = { text: `question-${Math.floor(Math.random() * QUESTIONS)}` };
      const event = { event: "before_tool_call", toolName: "judged", params };
      const answer = await ask("/v1/decide", { event }, TOKENS.AGENT_TOKEN);
      if (answer !== undefined && effectOf(answer.body) !== "abstain")
        violations.push(`a question that is approved: ${JSON.stringify(answer.body).slice(0, 300)}`);
    } else await approved(number);
  };
  const approved = async (number: number): Promise<void> => {
    approvals++;
    const body = { event: { event: "before_tool_call", toolName: "asked", params: { number } } };
    const first = await ask("/v1/decide", body, TOKENS.AGENT_TOKEN);
    const approval = first?.body["approval"];
    if (typeof approval !== "object" || approval === null || !("id" in approval)) return;
    const answer = { answer: "approve" };
    const given = await ask(`/v1/approvals/${String(approval.id)}`, answer, TOKENS.PERSON_TOKEN);
    const tries = await Promise.all(
      [1, 2, 3].map(async () => await ask("/v1/decide", body, TOKENS.AGENT_TOKEN)),
    );
    const allowed = tries.filter((one) => one !== undefined && effectOf(one.body) === "allow").length;
    used += allowed;
    if (allowed > 1) violations.push(`an approval was used ${allowed} times`);
    // An answer that was given and not confirmed is one: the server had ended, or Redis was late.
    if (allowed > 0 && ![200, 409, 503, undefined].includes(given?.status))
      violations.push("a call happened that nobody had approved");
  };

  const [zero, , two] = replicas;
  const at = (share: number, work: () => Promise<void>): Promise<void> =>
    new Promise((resolve, reject) =>
      setTimeout(() => void work().then(resolve, reject), share * seconds * 1_000),
    );
  const back = at(0.15, async () => await onFault(async () => await zero?.kill()));
  let haveHappened = false;
  const events = Promise.all([
    back,
    at(0.4, async () =>
      onFault(async () => {
        await redis.kill();
        await redis.start();
      }),
    ),
    at(0.55, async () => source.publish(2)),
    at(0.7, async () => {
      // Nobody takes a second server away before the first is back.
      await back;
      await onFault(async () => await two?.restart());
    }),
  ]).then(() => {
    haveHappened = true;
  });
  const isOver = (ms: number): boolean =>
    ms >= MOST_MS || (ms >= seconds * 1_000 && haveHappened && Object.keys(versions).length > 1);
  const inFlight = new Set<Promise<void>>();
  const started = performance.now();
  for (let number = 0; !isOver(performance.now() - started); number++) {
    const wait = (number * 1_000) / rate - (performance.now() - started);
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    // The load is what the machine gives: on a busy one what waits must not wait until nobody listens any more.
    if (inFlight.size >= MOST_IN_FLIGHT) await Promise.race(inFlight);
    const work = one(number).catch((error: unknown) => void violations.push(String(error)));
    inFlight.add(work);
    void work.finally(() => inFlight.delete(work));
  }
  await Promise.all(inFlight);
  await events;

  let repeated = 0;
  for (const [question, times] of asked) {
    times.slice(1).forEach((time, index) => {
      repeated++;
      const before = times[index] ?? 0;
      if (!faults.some(([from, to]) => from <= time && to >= before))
        violations.push(`${question} was asked twice without a fault in between`);
    });
  }
  if (Object.keys(versions).length !== 2) violations.push(`versions: ${JSON.stringify(versions)}`);
  client.close();
  for (const replica of replicas) await replica.stop();
  await model.close();
  await redis.remove();
  source.close();
  rmSync(folder, { recursive: true, force: true });
  latencies.sort((left, right) => left - right);
  const latency = (share: number): number =>
    Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 10) / 10;
  return {
    ...{ requests, judged, approvals, used, unavailable, repeated, versions, violations },
    retries: client.retries(),
    questions: asked.size,
    latency: [latency(0.5), latency(0.99)],
  };
}

function reasonOf(answer: Readonly<Record<string, unknown>>): unknown {
  const context = answer["context"];
  return typeof context === "object" && context !== null && "reason" in context ? context.reason : undefined;
}

function effectOf(answer: Readonly<Record<string, unknown>>): unknown {
  const decision = answer["decision"];
  return typeof decision === "object" && decision !== null && "effect" in decision
    ? decision.effect
    : undefined;
}

interface Source {
  readonly url: string;
  readonly publish: (version: number) => void;
  readonly close: () => void;
}

/** A web server with the signed bundle of the version that was published last. */
async function bundleSource(folder: string): Promise<Source> {
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(
    path.join(folder, "team.pub"),
    createPublicKey(privateKey).export({ type: "spki", format: "pem" }),
  );
  let bytes = "";
  let tag = "";
  const server = createServer((request, response) => {
    if (request.headers["if-none-match"] === tag) return void response.writeHead(304).end();
    response.writeHead(200, { etag: tag }).end(bytes);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/team.bundle`,
    publish: (version) => {
      const text = bundleText({
        name: "team",
        files: [{ path: "rules.yaml", text: fleetPolicies(version) }],
      });
      const sha256 = contentHash(Buffer.from(text));
      const statement = statementText({ purpose: "bundle", path: "team", version, sha256 });
      const mark = sign(null, Buffer.from(statement), privateKey).toString("base64");
      bytes = signedBundle(`${statement}signature: ${mark}`, text);
      tag = `"${version}"`;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  for (const server of servers) if (!server.listening) await once(server, "listening");
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(
    servers.map(async (server) => {
      server.close();
      await once(server, "close");
    }),
  );
  return ports;
}
