/**
 * A hook with the contract of `gatehouse hook`: the payload on standard input, the agent's answer on standard output,
 * exit 0. It decides by the marks of the harness, and can be told to make a mistake.
 *
 *     stand-in hook <agent> --timeout <seconds> [--planted <mistake>]
 *     stand-in daemon
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type AgentName, isAgentName } from "../../agent-name.js";
import { type Decision, DECISIONS, markOf } from "../decision.js";
import { type Told } from "./answers.js";
import { askDaemon, serveDaemon, startDaemon } from "./daemon.js";
import { isPlanted } from "./planted.js";
import { spell } from "./spell.js";

const home = process.env["HOME"] ?? "/nonexistent";
const folder = path.join(home, ".stand-in");
const inFolder = (name: string): string => path.join(folder, name);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    timeout: { type: "string", default: "60" },
    planted: { type: "string", default: "" },
  },
});
const planted = isPlanted(values.planted) ? values.planted : undefined;
const [command, agent = ""] = positionals;

mkdirSync(folder, { recursive: true });
if (command === "daemon") serveDaemon(folder, decide);
else if (command === "hook" && isAgentName(agent)) await hook(agent);
else throw new Error("expected `hook <agent>` or `daemon`");

/** What the policies say of a payload; policies that cannot be read deny. */
function decide(payload: string): Decision {
  const mark = markOf(payload);
  if (mark !== "edited") return mark;
  try {
    const text = readFileSync(inFolder("policies.json"), "utf8");
    return (JSON.parse(text) as { readonly edited: "allow" | "deny" }).edited;
  } catch {
    return "deny";
  }
}

async function hook(agent: AgentName): Promise<void> {
  const payload = readFileSync(0, "utf8");
  const reply = await askDaemon(folder, payload);
  const decision = DECISIONS.find((one) => one === reply) ?? decideHere(payload);
  if (decision === undefined || (planted === "one-at-a-time" && isBusy())) return;
  say(agent, await settle(decision, payload));
  if (planted !== "one-at-a-time") return;
  await sleep(300);
  rmSync(inFolder("busy"), { recursive: true, force: true });
}

/** Starts the daemon for the next call, and decides this one. */
function decideHere(payload: string): Decision | undefined {
  if (planted === "daemon-only" && existsSync(inFolder("had-a-daemon"))) return undefined;
  writeFileSync(inFolder("had-a-daemon"), "");
  startDaemon(process.argv[1] ?? "");
  return decide(payload);
}

/** A decision that is late becomes a deny while the agent still waits. */
async function settle(decision: Decision, payload: string): Promise<Told> {
  // It knows nothing of the agent's own rules.
  if (decision === "disguise") return "deny";
  if (decision === "slow" || decision === "edited") {
    // Without a deadline for longer than the agent waits.
    const seconds = Number(values.timeout);
    await sleep((planted === "no-deadline" ? seconds * 3 : seconds - 1) * 1_000);
    return "deny";
  }
  if (planted !== "stale" || markOf(payload) !== "edited") return decision;
  if (!existsSync(inFolder("remembered"))) writeFileSync(inFolder("remembered"), decision);
  return readFileSync(inFolder("remembered"), "utf8") as Told;
}

function say(agent: AgentName, decision: Told): void {
  if (decision === "deny" && planted === "exit-1") process.exit(1);
  const answer = spell(agent, decision, planted);
  if (answer !== undefined) process.stdout.write(JSON.stringify(answer));
}

function isBusy(): boolean {
  try {
    mkdirSync(inFolder("busy"));
    return false;
  } catch {
    return true;
  }
}
