import { HOST_CODES } from "../../packages/console/src/codes/hosts.table.js";
import { WIRED } from "../../packages/hosts/test/agents/samples.js";
import { toldTable } from "./told-part.js";
import type { EventCapability, Host, HostWire } from "@gatehouse-hooks/hosts";

type WiredHost = Host & { readonly wire: HostWire };

const DENY: Readonly<Record<EventCapability["deny"], string>> = {
  stops: "does not happen",
  hides: "the model reads the reason instead of the result",
  tells: "the model reads the reason beside the result",
  continues: "the agent goes on, once",
  ignored: "–",
};

const ASK: Readonly<Record<EventCapability["ask"], string>> = {
  asks: "ask",
  "asks a person": "ask where a person is there, else deny",
  "by silence": "silence: the agent asks",
  ignored: "deny: needs approval",
};

const ALLOW: Readonly<Record<EventCapability["allow"], string>> = {
  "skips the question": "spares the question",
  overrides: "overrides the user's own deny rules",
  powerless: "nothing",
};

/** The page that says what each agent can express, and what is done instead, as Markdown. */
export function hostsPage(hosts: readonly Host[]): string {
  const wired = hosts.filter((host): host is WiredHost => host.wire !== undefined);
  return [
    "# What each agent can express",
    "",
    "<!-- Written by `pnpm events`; do not edit. -->",
    "",
    "## Agents",
    "",
    "What a policy can do about a call of a tool before it happens. An ask that an agent cannot put to a person is a deny with a code for",
    "`gatehouse approve`. Without a person is how it is in a build job. On Windows `gatehouse init` declines, and says so: hooks start `/bin/sh`, and an",
    "agent that cannot start its hook may run the call. In WSL it is Linux.",
    "",
    table(
      ["agent", "deny", "ask", "rewrite", "context", "ask without a person", "Windows"],
      wired.map(inShort),
    ),
    "",
    "How long each waits for a hook, and what happens then:",
    "",
    table(
      ["agent", "waits", "then the call", "a failure is said by"],
      wired.map(({ title, wire: { capabilities } }) => [
        title,
        capabilities.timeout === null
          ? "for ever"
          : `${capabilities.timeout.seconds} s (its settings: ${capabilities.timeout.unit})`,
        capabilities.afterTimeout === "denied"
          ? "is denied"
          : capabilities.afterTimeout === "runs"
            ? "runs"
            : "waits",
        capabilities.failure.exitCode === 0 ? "a deny on stdout" : "exit code 2 and stderr",
      ]),
    ),
    "",
    "## What each agent tells",
    "",
    "What [memory](memory.md) can keep of an agent's sessions. `gatehouse check --host AGENT` says which cells of your policies stay empty there. A dash under",
    "_failures_: `call.ok` is true of every call that has come back. Under _ids_: approvals cannot be matched to calls, so `call.asked` is false. Who calls is told in events of",
    "subagents; `parent` is that of a subagent whose session is its own. Recorded: by payloads of real runs; events of subagents that were not recorded, and the others",
    "as a whole, by the agent's documentation.",
    "",
    table(
      ["agent", "prompts", "results", "failures", "ids of calls", "who calls (`agent`)", "known by"],
      toldTable(WIRED),
    ),
    "",
    "## Where an agent has no words",
    "",
    "A decision is one thing; what an agent takes for an answer differs. Gatehouse (`host.wire.speak` of a program) prints exactly the words of the agent and",
    "the event, and where the agent has no words it says the stricter thing that it can:",
    "",
    "- A policy without an opinion prints nothing: an allow of some agents overrides the user's own deny rules.",
    "- An answer is one JSON object on one line, with exit code 0 and a reason that is never blank.",
    "- An `ask` that would not be seen is a deny that says `needs approval`.",
    "- A rewrite is sent only after the agent's own rules were asked about the call as it came: [Calls that a policy changes](rewrites.md).",
    "- A rewrite that the agent does not do, or that has no argument to go into, is a deny that names the call to make instead.",
    "- A result that is replaced (`set: { result }`, `redact_secrets`) keeps its shape, and text takes the place of what the tool printed. Agents that show",
    "  the reason of a deny in place of a result are given the new one as the reason.",
    "- A warning or context without a field is kept for the log (`unsaid`), and is not printed.",
    "- A deny that keeps an agent from stopping is said once: not when `stop_hook_active` is set. Judges and gates are not asked then (`host.wire.hears`).",
    "- A failure of the guard denies what waits for an answer. Events that are only told are answered with nothing.",
    "- A payload of another agent is answered in that agent's words (`recogniseHost`).",
    "- An event that is in no table is decided as `before_tool_call` where it carries a tool call, else nothing is printed; either is a notice.",
    "",
    "`gatehouse check --host AGENT`, or `checkHost` of a program, says which policies an agent cannot carry out, with a cure each:",
    "",
    table(
      ["code", "meaning"],
      HOST_CODES.rows.map(({ code, title }) => [`[\`${code}\`](codes.md#${code})`, title]),
    ),
    "",
    "These are warnings. They are errors, with exit code 1, where a policy that may deny never can: its events are not fired, have no",
    "hook, or are all only told.",
    "",
    ...wired.flatMap((host) => [...agentPart(host), ""]),
    "## Agents that are not hosts",
    "",
    "Cline and Pi were run and have no host. Cline's hook can only cancel the whole run, its reason is not shown to the model, and exit",
    "code 2 runs the call: a deny would end the user's session. Pi loads extensions into its process, and its payloads name neither",
    "the session nor the working directory. A guard for either is written against its own extension interface.",
    "",
  ].join("\n");
}

/** `gatehouse init` declines elsewhere, whichever agent it is: a test has it do so. */
const ON_WINDOWS = "in WSL only";

/** What an agent can be told before a call of a tool. */
function inShort({ title, wire, events }: WiredHost): readonly string[] {
  const name = events.find((one) => one.canonical === "before_tool_call")?.name ?? "";
  const one = Object.hasOwn(wire.capabilities.events, name) ? wire.capabilities.events[name] : undefined;
  if (one === undefined) return [title, "–", "–", "–", "–", "–", ON_WINDOWS];
  const event = { event: name, toolName: "Bash", params: { command: "ls" } };
  return [
    title,
    one.deny === "stops" ? "yes" : "–",
    wire.canAsk(event, { interactive: true }) ? "yes" : "no: deny",
    one.rewrite === "ignored" ? "no: deny" : "yes",
    one.context ? "yes" : "no",
    wire.canAsk(event, { interactive: false }) ? "passed on to the agent" : "deny",
    ON_WINDOWS,
  ];
}

function agentPart({ title, wire, events }: WiredHost): readonly string[] {
  const { capabilities } = wire;
  const rows = Object.entries(capabilities.events);
  const answered = rows.filter(([, one]) => one.deny !== "ignored" || one.context || one.warn);
  const told = rows.filter(([, one]) => one.deny === "ignored" && !one.context && !one.warn);
  const canonical = (name: string): string => {
    const row = events.find((one) => one.name === name);
    return row?.canonical === undefined ? "" : `\`${row.canonical}\``;
  };
  return [
    `## ${title}`,
    "",
    table(
      ["event", "canonical", "deny", "ask", "allow", "rewrite", "warning", "context", "failure"],
      answered.map(([name, one]) => [
        `\`${name}\``,
        canonical(name),
        DENY[one.deny],
        one.deny === "ignored" ? "–" : ASK[one.ask],
        one.deny === "stops" ? ALLOW[one.allow] : "–",
        rewriteOf(one, canonical(name)),
        one.warn ? "yes" : "log",
        one.context ? "yes" : "log",
        one.deny === "stops" && one.open !== true ? "deny" : "nothing",
      ]),
    ),
    ...(told.length === 0 ? [] : ["", `Only told: ${told.map(([name]) => `\`${name}\``).join(", ")}.`]),
  ];
}

function rewriteOf(one: EventCapability, canonical: string): string {
  if (one.replacesResult === true) return "the result";
  if (one.deny === "hides") return "the result, as the reason";
  const isCall = canonical === "`before_tool_call`" || canonical === "`tool_permission`";
  if (one.deny !== "stops" || (one.rewrite === "ignored" && !isCall)) return "–";
  if (one.rewrite === "ignored") return "deny: names the call";
  return [
    one.rewrite === "whole"
      ? "all arguments"
      : one.rewrite === "merged"
        ? "put over the old ones"
        : "in place",
    ...(one.rewriteNeedsAllow === true ? ["with an allow"] : []),
    ...(one.rewriteWithAsk === true ? ["also with an ask"] : []),
  ].join(", ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
