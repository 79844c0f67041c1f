import { socketPlace } from "../daemon/own-socket.js";
import { daemonStatus, stopDaemon } from "../daemon/running-daemon.js";
import { askedCalls } from "../approvals/asked-calls.js";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";
import { refuseAgent } from "@gatehouse-hooks/local/person";
import { scopeName } from "./apply-change.js";
import { agentOf, type ChangedFile, readInstallRecord, writeInstallRecord } from "./install-record.js";
import type { InitScope } from "./plan-change.js";
import { type UndoneChange, undoChange } from "./undo-change.js";
import { thisLauncher } from "./launcher.js";
import { removeSnapshot } from "./snapshot/make-snapshot.js";
import { WIRINGS } from "@gatehouse-hooks/local/agents";

/** What `init --undo --json` prints. */
export interface InitUndoneJson {
  readonly undone: readonly { readonly agent: string; readonly path: string; readonly did: UndoneChange }[];
  /** What becomes of the daemon; absent: none runs, or nothing has changed. */
  readonly daemon?: keyof typeof DAEMON_LINES;
}

/**
 * Takes back what `gatehouse init` has done: of the agents that are named, else of all, and the first policy file with the last of them.
 *
 * @throws UsageError for an unknown agent, and where an agent runs it
 */
export async function undoAll(
  context: Context,
  names: readonly string[],
  scope: InitScope,
  { dryRun }: { readonly dryRun: boolean },
): Promise<ExitCode> {
  const { home } = context.io;
  refuseUnknown(names);
  const record = readInstallRecord(home);
  const here = record.files.filter((file) => file.scope === scopeName(scope) && file.agent !== "hook");
  const named = here.filter(({ agent }) => names.length === 0 || names.includes(agentOf({ agent })));
  const isLast = here.every((file) => isRules(file) || named.includes(file));
  const taken = isLast ? here : named;
  // The script is everybody's: it goes with the last that starts it.
  const scripts = record.files.some((file) => isAgents(file) && !taken.includes(file))
    ? []
    : record.files.filter(({ agent }) => agent === "hook");
  const chosen = [...scripts, ...taken];
  if (!dryRun) refuseAgent(context.io, await askedCalls(home).asking());
  const rows: InitUndoneJson["undone"][number][] = [];
  let files = record.files;
  for (const file of chosen.toReversed()) {
    if (dryRun) {
      rows.push({ agent: file.agent, path: file.target, did: { kind: "left", why: "--dry-run" } });
      continue;
    }
    const wiring = file.target.endsWith(".toml")
      ? undefined
      : WIRINGS.find(({ agent }) => agent === file.agent);
    rows.push({ agent: file.agent, path: file.target, did: undoChange(home, file, wiring) });
    files = files.filter((one) => one !== file);
    writeInstallRecord(home, { ...record, files });
  }
  if (!dryRun && scripts.length > 0) removeSnapshot(thisLauncher(context.io.cwd, undefined).binary);
  const left = record.files.filter((file) => file.agent !== "hook" && !chosen.includes(file)).length;
  const daemon = dryRun || rows.length === 0 ? "none" : await daemonAfter(home, files);
  await printResult(
    context,
    { undone: rows, ...(daemon !== "none" && { daemon }) } satisfies InitUndoneJson,
    [
      ...rows.map(({ agent, path, did }) => `${agent}  ${printable(path)}  ${said(did)}`),
      ...(rows.length === 0 ? ["nothing to undo here"] : []),
      ...(daemon === "none" ? [] : [DAEMON_LINES[daemon]]),
      ...(left > 0 ? [`${left} more of other agents or projects: gatehouse init --undo --project DIR`] : []),
    ],
  );
  return exitCode.fine;
}

function refuseUnknown(names: readonly string[]): void {
  const unknown = names.find((name) => WIRINGS.every(({ agent }) => agent !== name));
  if (unknown === undefined) return;
  throw new UsageError(
    `unknown agent \`${unknown}\``,
    `write one of ${WIRINGS.map(({ agent }) => agent).join(", ")}`,
  );
}

/** A file of an agent with hooks: the others are what it starts, what that reads, and settings of sandboxes, which start nothing. */
function isAgents({ agent }: ChangedFile): boolean {
  return !isRules({ agent }) && agent !== "hook" && agentOf({ agent }) === agent;
}

/** The first policy file, or its schema. */
function isRules({ agent }: Pick<ChangedFile, "agent">): boolean {
  return agent === "rule" || agent === "schema";
}

const DAEMON_LINES = {
  stopped: "the daemon stops: no hook asks it any more",
  "goes on": "the daemon goes on: hooks of other agents or projects ask it",
} as const;

/** What becomes of the daemon: without hooks it has nothing to answer. */
async function daemonAfter(
  home: string,
  files: readonly ChangedFile[],
): Promise<keyof typeof DAEMON_LINES | "none"> {
  const place = socketPlace(home);
  if (!files.some((file) => isAgents(file))) return (await stopDaemon(place)) ? "stopped" : "none";
  return (await daemonStatus(place)) === null ? "none" : "goes on";
}

function said(did: UndoneChange): string {
  switch (did.kind) {
    case "restored":
      return "as it was before";
    case "removed":
      return "removed";
    case "taken out":
      return "it was changed since: only our entries are gone";
    case "left":
      return `left as it is: ${printable(did.why)}`;
  }
}
