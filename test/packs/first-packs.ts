import { compilePolicies, decide, readEvent } from "@gatehouse-hooks/engine";
import { loadPack, packs, VOCABULARY } from "@gatehouse-hooks/hosts";
import { derive } from "./derive.js";

/** Those that `gatehouse init` switches on. */
const FIRST = ["destructive", "git", "secrets", "exfiltration", "remote-code", "understood"];

/** Of these its file has one that asks in the place of the pack's. */
const ASKS = "git/drop";

const { set } = compilePolicies(
  packs()
    .filter(({ name }) => FIRST.includes(name))
    .flatMap((pack) => loadPack(pack).policies),
  { vocabulary: VOCABULARY, derive },
);

const PLACE = { cwd: "/home/test/project", workspace: "/home/test/project", home: "/home/test" };

/** A call on Windows. */
const WINDOWS = {
  platform: "win32",
  ...{ cwd: String.raw`C:\proj`, workspace: String.raw`C:\proj`, home: String.raw`C:\Users\me` },
};

/** What happens to a command of an agent's shell after `gatehouse init`, without a look at the disk. */
export function judgeAfterInit(command: string): { readonly effect: string; readonly policy: string | null } {
  return judge({ ...PLACE, toolName: "Bash", params: { command } });
}

/** The same of a call of any tool. */
export function judgeCallAfterInit(
  toolName: string,
  params: object,
): { readonly effect: string; readonly policy: string | null } {
  return judge({ ...PLACE, toolName, params });
}

/** The same on Windows: a command of PowerShell, or `@Tool` and a command, or its parameters. */
export function judgeOnWindows(call: string): { readonly effect: string; readonly policy: string | null } {
  const [, toolName = "PowerShell", given = call] = /^@(\w+) (.*)$/s.exec(call) ?? [];
  const params: unknown = given.startsWith("{") ? JSON.parse(given) : { command: given };
  return judge({ ...WINDOWS, toolName, params });
}

function judge(call: object): { readonly effect: string; readonly policy: string | null } {
  // Facts of an event that was read are made once for all policies.
  const read = readEvent({ event: "before_tool_call", ...call });
  if (read.kind === "refused") throw new Error(read.issue.message);
  const { effect, policy } = decide(set, read.event);
  return { effect: policy === ASKS ? "ask" : effect, policy };
}
