/**
 * `npm run demo`: loads the policies of this folder, plays a recorded session to them, and prints what is decided, by
 * whom, why, from the cache or not, and how long it took. Then it shows one rule over what calls do.
 */
import { createVerdictCache } from "@gatehouse-hooks/cache";
import {
  compilePolicies,
  type Decision,
  type PolicyDefinition,
  type TraceEntry,
  policiesOf,
} from "@gatehouse-hooks/engine";
import { loadAll } from "@gatehouse-hooks/hosts";
import { judgeHandler } from "@gatehouse-hooks/judge";
import { createRuntime, readPolicyFiles } from "@gatehouse-hooks/runtime";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import pc from "picocolors";
import { openDemoJudge } from "./demo-judge.js";
import { decideSpellings } from "./demo-spellings.js";

/** A line of the recorded session. */
interface SessionEvent {
  readonly event: string;
  readonly toolName?: string;
  readonly params?: { readonly command?: string; readonly path?: string };
  readonly message?: string;
  readonly sessionKey: string;
}

const here = dirname(fileURLToPath(import.meta.url));
const demo = await openDemoJudge(process.env);
try {
  const { files } = await readPolicyFiles(
    [
      { path: "enforced", tier: "enforced" },
      { path: "project/.mayros/hooks", tier: "project" },
      { path: "project/.gatehouse", tier: "project" },
    ],
    { cwd: here },
  );
  const loaded = loadAll(files);
  const { set, issues } = compilePolicies(loaded.policies.map((policy) => asking(policy, demo.model)));
  const errors = [...loaded.issues, ...issues].filter((issue) => issue.severity === "error");
  if (errors.length > 0) throw new Error(`the examples do not load: ${JSON.stringify(errors)}`);

  print(pc.bold("Gatehouse demo"), "");
  print(`${pc.dim("judge")}     ${demo.label}`);
  print(
    `${pc.dim("policies")}  ${policiesOf(set).length} from ${files.length} files, in the order in which they run:`,
  );
  for (const { id, tier, handler, priority } of policiesOf(set)) {
    const what = handler.kind === "static" ? handler.verdict : handler.kind;
    print(`          ${id.padEnd(20)} ${pc.dim(`${tier.padEnd(9)} ${String(priority).padEnd(4)} ${what}`)}`);
  }
  print("");

  const runtime = createRuntime({
    policies: set,
    handlers: { judge: judgeHandler(demo.judge) },
    cache: createVerdictCache(),
  });
  const lines = (await readFile(`${here}/session.jsonl`, "utf8")).trim().split("\n");
  const decisions: Decision[] = [];
  for (const [index, line] of lines.entries()) {
    const event = JSON.parse(line) as SessionEvent;
    const started = performance.now();
    const decision = await runtime.decide(event);
    decisions.push(decision);
    printDecision(index + 1, event, decision, performance.now() - started);
  }
  await runtime.close();
  printSummary(decisions);
  await printSpellings();
} finally {
  await demo.close();
}

function asking(policy: PolicyDefinition, model: string | undefined): PolicyDefinition {
  const { handler } = policy;
  return handler.kind === "judge" && model !== undefined
    ? { ...policy, handler: { ...handler, model } }
    : policy;
}

function printDecision(number: number, event: SessionEvent, decision: Decision, ms: number): void {
  const warned = decision.effect === "abstain" && decision.warnings.length > 0;
  const word = warned ? pc.yellow("warn   ") : paint(decision.effect);
  const what = cut(describe(event), 52).padEnd(52);
  print(
    `${pc.dim(String(number).padStart(3))}  ${word}  ${what} ${pc.dim(`${ms.toFixed(1).padStart(7)} ms`)}`,
  );
  for (const entry of decision.trace) {
    const reason = entry.reason === "" ? "" : `: ${entry.reason}`;
    print(`              ${pc.dim(`${entry.verdict} by ${entry.policy} (${sourceOf(entry)})${reason}`)}`);
  }
  if (decision.updatedInput !== undefined) {
    print(`              ${pc.cyan(`the input becomes ${JSON.stringify(decision.updatedInput)}`)}`);
  }
}

function describe(event: SessionEvent): string {
  const { command, path } = event.params ?? {};
  return `${event.toolName ?? event.event} ${command ?? path ?? event.message ?? event.sessionKey}`;
}

function sourceOf({ source, usage }: TraceEntry): string {
  return source === "judge" && usage !== undefined
    ? `judge, ${usage.inputTokens + usage.outputTokens} tokens`
    : source;
}

function printSummary(decisions: readonly Decision[]): void {
  const entries = decisions.flatMap((decision) => decision.trace);
  const effects = (["deny", "ask", "allow", "abstain"] as const)
    .map((effect) => [effect, decisions.filter((decision) => decision.effect === effect).length] as const)
    .filter(([, count]) => count > 0)
    .map(([effect, count]) => `${count} ${effect}`);
  const from = (source: string): number => entries.filter((entry) => entry.source === source).length;
  const judged = new Set(["judge", "cache", "flight"]);
  const free = decisions.filter(
    (decision) => !decision.trace.some((entry) => judged.has(entry.source)),
  ).length;
  print(
    "",
    `${pc.bold(`${decisions.length} events`)}: ${effects.join(", ")}; ${decisions.filter((one) => one.warnings.length > 0).length} with warnings, ${decisions.filter((one) => one.updatedInput !== undefined).length} rewritten`,
    `${pc.bold(`${from("judge")} questions to the judge`)}: ${free} events needed none, ${from("cache")} answers came from the cache`,
  );
}

async function printSpellings(): Promise<void> {
  const pairs = await decideSpellings(here);
  print("", `${pc.bold("One act, however it is spelled")}: nothing is written or deleted below ~/.ssh`, "");
  for (const { forbidden, harmless } of pairs) {
    print(`     ${paint(forbidden.decision.effect)}  ${forbidden.text}`);
    for (const { facts = [] } of forbidden.decision.trace)
      for (const { said } of facts) print(`              ${pc.dim(said)}`);
    print(`     ${paint(harmless.decision.effect)}  ${harmless.text}`);
  }
  const denied = (which: "forbidden" | "harmless"): number =>
    pairs.filter((pair) => pair[which].decision.effect === "deny").length;
  print(
    "",
    `${pc.bold(`${pairs.length} spellings`)} of it: ${denied("forbidden")} denied; ${pairs.length} that look like it: ${denied("harmless")} denied`,
  );
}

function paint(effect: Decision["effect"]): string {
  const text = effect.padEnd(7);
  if (effect === "deny") return pc.red(text);
  if (effect === "ask") return pc.magenta(text);
  return effect === "allow" ? pc.green(text) : pc.dim(text);
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
