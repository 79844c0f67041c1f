// What each host prints for each kind of decision on each of its events, as readable JSON: `golden/*.json`.
// Written by `npx tsx --conditions=@gatehouse-hooks/source packages/hosts/test/agents/write-golden.ts`.
import type { Decision } from "@gatehouse-hooks/engine";
import type { SpeakOptions, Spoken } from "@gatehouse-hooks/hosts";
import { sampleOf, type WiredHost } from "./samples.js";

export function decision(parts: Partial<Decision>): Decision {
  return {
    effect: "abstain",
    policy: null,
    reason: "",
    warnings: [],
    context: [],
    systemMessages: [],
    trace: [],
    ...parts,
  };
}

const changes = { command: "ls -l" };

export const DECISIONS: Readonly<Record<string, readonly [Decision, SpeakOptions?]>> = {
  allow: [decision({ effect: "allow", policy: "guard", reason: "known to be safe" })],
  deny: [decision({ effect: "deny", policy: "guard", reason: "not here" })],
  ask: [decision({ effect: "ask", policy: "guard", reason: "sure?" })],
  "ask, a person is there": [
    decision({ effect: "ask", policy: "guard", reason: "sure?" }),
    { interactive: true },
  ],
  warn: [decision({ warnings: [{ policy: "guard", reason: "careful" }] })],
  rewrite: [decision({ updatedInput: changes })],
  "rewrite and allow": [
    decision({ effect: "allow", policy: "guard", reason: "so it is safe", updatedInput: changes }),
  ],
  context: [decision({ context: ["use main"] })],
  abstain: [decision({})],
};

/** What is said of a result, on events that have one. */
const OF_RESULTS: typeof DECISIONS = {
  result: [decision({ updatedInput: { result: "the new one" } })],
};

/** The answers of one host, by event and decision. */
export function goldenOf(host: WiredHost): string {
  const events = Object.keys(host.wire.capabilities.events).map((name): readonly [string, unknown] => {
    const payload = sampleOf(host, name);
    const prepared = host.prepare(payload);
    if (prepared.kind !== "event") throw new Error(`${host.name} ${name}: ${prepared.issue.message}`);
    const { event } = prepared;
    const said = event["result"] === undefined ? DECISIONS : { ...DECISIONS, ...OF_RESULTS };
    const answers = Object.entries(said).map(([kind, [given, options]]): readonly [string, unknown] => [
      kind,
      shown(host.wire.speak(given, event, options)),
    ]);
    return [
      name,
      Object.fromEntries<unknown>([
        ...answers,
        ["failure", shown(host.wire.failure("the store is broken", payload))],
      ]),
    ];
  });
  const unreadable = shown(host.wire.failure("the payload could not be read"));
  return `${JSON.stringify({ events: Object.fromEntries<unknown>(events), unreadable }, null, 1)}\n`;
}

function shown({ stdout, stderr, exitCode, unsaid }: Spoken): object | string {
  if (stdout === "" && stderr === "" && exitCode === 0 && unsaid.length === 0) return "nothing";
  return {
    ...(stdout === "" ? {} : { stdout: JSON.parse(stdout) as object }),
    ...(stderr === "" ? {} : { stderr }),
    ...(exitCode === 0 ? {} : { exitCode }),
    ...(unsaid.length === 0 ? {} : { unsaid }),
  };
}

/**
 * Claude Code's answers as TypeScript, which the compiler compares with the types of its SDK: a field that is not documented for an
 * event, or a word that is not one of its words, does not compile.
 */
export function typedGolden(host: WiredHost): string {
  const names = Object.keys(host.wire.capabilities.events);
  const answers = names.flatMap((name) => {
    const prepared = host.prepare(sampleOf(host, name));
    if (prepared.kind !== "event") throw new Error(prepared.issue.message);
    const { event } = prepared;
    return Object.values(DECISIONS).map(([given, options]) => host.wire.speak(given, event, options).stdout);
  });
  const different = [...new Set(answers)].filter((text) => text !== "");
  return [
    "// Written by write-golden.ts; do not edit. Compiled, never run: the compiler is the test.",
    'import type { HookEvent, SyncHookJSONOutput } from "@anthropic-ai/claude-agent-sdk";',
    "",
    "export const ANSWERS: readonly SyncHookJSONOutput[] = [",
    ...different.map((text) => `  ${text},`),
    "];",
    "",
    `export const NAMES = ${JSON.stringify(names)} as const satisfies readonly HookEvent[];`,
    "",
    "/** Every event that the SDK knows is in the tables. */",
    "export const ALL: [Exclude<HookEvent, (typeof NAMES)[number]>] extends [never] ? true : never = true;",
    "",
  ].join("\n");
}
