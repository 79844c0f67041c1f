// How often whole sessions of real agents are disturbed by what `gatehouse init` switches on.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judgeCallAfterInit } from "./first-packs.js";

const SESSIONS = new URL("../../packages/hosts/test/sessions/vectors/", import.meta.url);

/** A call of a session, as its agent made it. */
interface Call {
  readonly tool: string;
  readonly kind: string;
  readonly params: unknown;
  readonly inner?: readonly Call[];
}

const AGENTS = readdirSync(SESSIONS, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? [one.name] : [],
);

/** The calls of an agent's sessions of ordinary work, in their order; `guarded` is there to be stopped. */
function callsOf(agent: string): readonly Call[] {
  return (
    readdirSync(new URL(`${agent}/`, SESSIONS))
      .filter((name) => name.endsWith(".truth.json") && !name.includes("guarded"))
      .toSorted()
      .map((name) => readFileSync(new URL(`${agent}/${name}`, SESSIONS), "utf8"))
      // They worked in another home.
      .flatMap((text) => JSON.parse(text.replaceAll("/home/user/shop", "/home/test/project")) as Call[])
      .flatMap((call) => call.inner ?? [call])
  );
}

/** The text of a shell call, in whichever of the parameters an agent has it. */
function commandOf(params: unknown): string | null {
  if (typeof params !== "object" || params === null) return null;
  const [text] = ["command", "cmd", "commands"]
    .flatMap((name) => (name in params ? [(params as Readonly<Record<string, unknown>>)[name]] : []))
    .flat();
  return typeof text === "string" ? text : null;
}

function isStopped({ tool, kind, params }: Call): boolean {
  const command = kind === "shell" ? commandOf(params) : null;
  const given = typeof params === "object" && params !== null ? params : { input: params };
  const { effect } =
    command === null ? judgeCallAfterInit(tool, given) : judgeCallAfterInit("Bash", { command });
  return effect === "ask" || effect === "deny";
}

test("sessions of eight agents are there", () => {
  expect(AGENTS.length).toBeGreaterThanOrEqual(8);
  expect(AGENTS.flatMap(callsOf).length).toBeGreaterThan(200);
});

test.each(AGENTS)(
  "ordinary work in %s meets one question in a hundred calls after the first ten",
  (agent) => {
    const calls = callsOf(agent);
    const stopped = calls.slice(10).filter(isStopped);
    expect(stopped.length, JSON.stringify(stopped)).toBeLessThanOrEqual(Math.floor(calls.length / 100));
  },
);
