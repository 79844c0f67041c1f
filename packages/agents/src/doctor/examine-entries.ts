import { HOSTS } from "@gatehouse-hooks/hosts";
import { getNodeValue, type Node } from "jsonc-parser";
import { existsSync, readFileSync, statSync } from "node:fs";
import { hookCommandLine } from "../init/hook-command-line.js";
import { type HookEntry, installedEntries } from "../init/installed-entries.js";
import { placeOf, propertyOf, stringOf } from "../init/read-settings.js";
import type { WiredEvent } from "@gatehouse-hooks/hosts/agents";
import type { Wiring } from "@gatehouse-hooks/local/agents";
import type { DoctorFinding } from "./doctor-finding.js";
import type { SettingsFile } from "./settings-file.js";

/** A timeout below this many seconds ends a hook that asks a model. */
const SHORT_S = 10;
/** The largest script of another hook that is looked into, in bytes. */
const MAX_SCRIPT = 65_536;
/** An answer that skips the agent's question, as scripts write it. */
const ALLOWS =
  /permission_?decision["'\s:=]+allow|"decision"\s*:\s*"(?:allow|approve)"|"permission"\s*:\s*"allow"/i;

/** What is wrong with the hooks of a settings file, ours and others'. */
export function examineEntries(file: SettingsFile, wiring: Wiring): readonly DoctorFinding[] {
  const entries = installedEntries(file.root, wiring);
  const own = entries.filter((entry) => entry.own !== undefined);
  return [
    ...entries.flatMap((entry) => badTimeout(file, wiring, entry)),
    ...own.flatMap((entry) => examineOwn(file, wiring, entry)),
    ...(own.length > 0 ? missingEvents(file, wiring, own) : []),
    ...entries
      .filter((entry) => entry.own === undefined)
      .flatMap((entry) => examineOther(file, wiring, entry)),
  ];
}

/** A timeout that is not a number makes the agent drop the entry, or the file. */
function badTimeout(file: SettingsFile, wiring: Wiring, entry: HookEntry): readonly DoctorFinding[] {
  const node = propertyOf(entry.node, wiring.timeoutKey);
  if (node === undefined || node.type === "number") return [];
  const message = `\`${wiring.timeoutKey}\` of \`${entry.event}\` is not a number: ${wiring.title} drops the hook, or the whole file`;
  return [
    at(file, wiring, node, { code: "bad-timeout", severity: "error", message, cure: "write a number" }),
  ];
}

function examineOwn(file: SettingsFile, wiring: Wiring, entry: HookEntry): readonly DoctorFinding[] {
  const { event, node, group, own, command } = entry;
  const wired = wiring.events.find(({ name }) => name === event);
  const findings: DoctorFinding[] = [];
  const cure = `gatehouse init ${wiring.agent}`;
  const add = (
    code: string,
    where: Node,
    message: string,
    severity: DoctorFinding["severity"] = "error",
  ): void => {
    findings.push(at(file, wiring, where, { code, severity, message, cure }));
  };
  if (wired === undefined || own === undefined) {
    add("unknown-event", node, `\`${event}\` is not an event that our hooks are for`, "warning");
    return findings;
  }
  const { file: script } = own;
  const wants = { blocks: wired.blocks === true };
  if (script === undefined || command !== hookCommandLine(wiring.agent, { file: script, ...wants }))
    add("line-changed", node, `the command of \`${event}\` is not the one that this version writes`);
  const matcher = propertyOf(group ?? node, "matcher");
  const wanted = wired.tool === true ? wiring.matcher : undefined;
  if (matcher !== undefined && matcher.value !== wanted) {
    const shown = JSON.stringify(getNodeValue(matcher));
    add(
      "matcher",
      matcher,
      `the matcher of \`${event}\` is \`${shown}\`: tools that it does not match run unguarded`,
    );
  }
  if (propertyOf(node, "async")?.value === true)
    add("async", node, `the hook of \`${event}\` is \`async\`: the tool runs before it has answered`);
  for (const [field, value] of unblocked(node, wiring, wired)) {
    const effect = "a hook that is killed or takes too long lets the tool run";
    add("lets-through", node, `\`${field}\` of \`${event}\` is not \`${value}\`: ${effect}`, "warning");
  }
  const timeout: unknown = propertyOf(node, wiring.timeoutKey)?.value;
  const seconds = typeof timeout === "number" ? timeout / (wiring.timeoutUnit === "ms" ? 1_000 : 1) : SHORT_S;
  if (seconds < SHORT_S)
    add(
      "short-timeout",
      node,
      `${seconds} s for \`${event}\`: when they are over the tool runs unguarded`,
      "warning",
    );
  return findings;
}

/** The fields without which the agent does not block when the hook fails. */
function unblocked(node: Node, { blockFields = {} }: Wiring, { blocks }: WiredEvent): [string, string][] {
  if (blocks !== true) return [];
  return Object.entries(blockFields).filter(([field, value]) => propertyOf(node, field)?.value !== value);
}

function missingEvents(
  file: SettingsFile,
  wiring: Wiring,
  own: readonly HookEntry[],
): readonly DoctorFinding[] {
  return wiring.events
    .filter(({ name }) => own.every(({ event }) => event !== name))
    .map(({ name, blocks }) => ({
      code: "missing-event",
      severity: blocks === true ? "error" : "warning",
      agent: wiring.agent,
      path: file.path,
      message: `there is no hook of ours for \`${name}\``,
      cure: `gatehouse init ${wiring.agent}`,
    }));
}

/** Hooks of others are left alone; some of them undo what ours do, or do nothing. */
function examineOther(file: SettingsFile, wiring: Wiring, entry: HookEntry): readonly DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  const matcher = stringOf(entry.group ?? entry.node, "matcher");
  const add = (code: string, message: string, cure: string): void => {
    findings.push(at(file, wiring, entry.node, { code, severity: "warning", message, cure }));
  };
  const exact = misspeltTool(wiring.agent, matcher ?? "");
  if (exact !== undefined)
    add(
      "other-matcher",
      `a matcher of \`${entry.event}\` is \`${matcher}\`: it never matches`,
      `write \`${exact}\``,
    );
  if (matcher !== undefined && !isBalanced(matcher))
    add(
      "other-matcher",
      `a matcher of \`${entry.event}\` is not a pattern: \`${matcher}\``,
      "correct its brackets",
    );
  if (entry.command !== undefined && allows(entry.command))
    add(
      "other-allows",
      `another hook of \`${entry.event}\` answers \`allow\`: it skips the questions of ${wiring.title}`,
      "let it print nothing where it has no objection",
    );
  return findings;
}

/** The name of a tool that a matcher has in the wrong case. */
function misspeltTool(agent: string, matcher: string): string | undefined {
  const names = HOSTS.find(({ name }) => name === agent)?.tools.map(({ name }) => name) ?? [];
  return matcher
    .split("|")
    .map((one) => names.find((name) => name !== one && name.toLowerCase() === one.toLowerCase()))
    .find((name) => name !== undefined);
}

function isBalanced(pattern: string): boolean {
  const plain = pattern.replace(/\\./g, "").replace(/\[[^\]]*\]/g, "");
  const count = (one: string): number => plain.split(one).length;
  return count("(") === count(")") && count("[") === count("]");
}

/** The command, or the script that it starts, has an allow in it. */
function allows(command: string): boolean {
  if (ALLOWS.test(command)) return true;
  return command
    .split(/\s+/)
    .map((word) => word.replace(/^["']|["']$/g, ""))
    .filter((word) => word.startsWith("/") && existsSync(word))
    .some((path) => {
      const stat = statSync(path);
      return stat.isFile() && stat.size <= MAX_SCRIPT && ALLOWS.test(readFileSync(path, "utf8"));
    });
}

function at(
  { path, text }: SettingsFile,
  { agent }: Wiring,
  node: Node,
  finding: Pick<DoctorFinding, "code" | "severity" | "message" | "cure">,
): DoctorFinding {
  return { ...finding, agent, path, line: placeOf(text, node.offset).line };
}
