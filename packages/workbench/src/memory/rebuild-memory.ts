import { askedCalls } from "@gatehouse-hooks/agents/approvals";
import { askForWord, exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import { cellsOf, type PolicySet } from "@gatehouse-hooks/engine";
import { isRecord, type JsonValue, own, parseJsonObject } from "@gatehouse-hooks/json";
import { type Context, printResult } from "@gatehouse-hooks/local";
import { fileMemoryStore, keptMemories, memoryFolder } from "@gatehouse-hooks/local/memory";
import { requirePerson } from "@gatehouse-hooks/local/person";
import { loadPolicies } from "@gatehouse-hooks/local/places";
import { QUESTION_TIMEOUT_MS } from "@gatehouse-hooks/runtime";
import { memoryLines } from "./memory-lines.js";
import { readSessionEvents } from "./session-events.js";
import { memoriesOf, ownedMemories, type OwnedMemory } from "./show-memory.js";
import { type ShownMemory, shownMemory } from "./shown-memory.js";
import { statesOf } from "./states-of.js";

/** What `gatehouse memory rebuild --json` prints. */
export interface RebuiltMemoryJson {
  /** False: the person said no, or with `--dry-run`. */
  readonly written: boolean;
  readonly memory: readonly ShownMemory[];
}

/**
 * `gatehouse memory rebuild FILE`: what a session would be remembered by, were it begun anew on the policies of today, from the file that the
 * agent keeps of it. Written when the person at the terminal says so. Cells of the organisation are as they are kept, or not known: an agent can
 * write its own file.
 *
 * @param options.dryRun shows it, and writes nothing
 * @throws UsageError for what is not the file of one session, and without a terminal
 */
export async function rebuildMemory(
  context: Context,
  path: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<ExitCode> {
  const { io, settings } = context;
  const { set } = await loadPolicies(io, settings);
  if (cellsOf(set).length === 0)
    throw new UsageError(
      "no policy that holds here declares a cell: there is nothing to remember",
      "name the project with --project",
    );
  const { session, events } = await readSessionEvents(io.cwd, path);
  const folder = memoryFolder(io.home);
  const kept = memoriesOf(ownedMemories(await keptMemories(folder)), session);
  const rebuilt = (await statesOf(set, events)).map((one) => withEnforcedCells(set, one, kept));
  const now = Date.now();
  const memory = rebuilt.map((one) => shownMemory(set, one, now));
  const lines = memoryLines(memory, now);
  if (dryRun) {
    await printResult(context, { written: false, memory } satisfies RebuiltMemoryJson, lines);
    return exitCode.fine;
  }
  const terminal = io.terminal?.();
  if (terminal === undefined)
    throw new UsageError(
      "there is no terminal to ask a person on whether this may be what is remembered",
      "run it in a terminal of your own, not through an agent; --dry-run only shows it",
    );
  requirePerson(terminal, await askedCalls(io.home).asking());
  const signal = AbortSignal.timeout(QUESTION_TIMEOUT_MS);
  const text = `\nFrom ${printable(path)}, in the place of what is kept now:\n\n${lines.join("\n")}\n`;
  const written = (await askForWord(terminal, text, "have the session remember this", signal)) === "yes";
  if (written) for (const { key, text: state } of rebuilt) await writeState(folder, key, state);
  await printResult(context, { written, memory } satisfies RebuiltMemoryJson, [
    written
      ? "written: the next call of the session is decided with it"
      : "declined: the session is as it was",
  ]);
  return written ? exitCode.fine : exitCode.refused;
}

type RebuiltState = Awaited<ReturnType<typeof statesOf>>[number];

/** The cells of the organisation as they are kept; where they are not, nothing is known of them. */
function withEnforcedCells(
  set: PolicySet,
  rebuilt: RebuiltState,
  kept: readonly OwnedMemory[],
): RebuiltState {
  const enforced = cellsOf(set).filter(({ tier }) => tier === "enforced");
  const { value: state } = parseJsonObject(rebuilt.text, { maxNodes: 1_000_000 });
  if (enforced.length === 0 || state === undefined) return rebuilt;
  const before = kept.find(({ owner }) => JSON.stringify(owner) === JSON.stringify(rebuilt.owner));
  const old = before === undefined ? undefined : parseJsonObject(before.text, { maxNodes: 1_000_000 }).value;
  const cells = cellsIn(state);
  const changed = enforced.flatMap(({ name }): readonly (readonly [string, JsonValue])[] => {
    const mine = own(cells, name);
    if (mine === undefined) return [];
    const known = old === undefined ? undefined : own(cellsIn(old), name);
    return [[name, known ?? { ...(isRecord(mine) ? mine : {}), unknown: true }]];
  });
  return {
    ...rebuilt,
    text: JSON.stringify({ ...state, cells: { ...cells, ...Object.fromEntries(changed) } }),
  };
}

function cellsIn(state: Readonly<Record<string, JsonValue>>): Readonly<Record<string, JsonValue>> {
  const cells = own(state, "cells");
  return isRecord(cells) ? cells : {};
}

/** Another process may write meanwhile: what the person has said yes to comes after it. */
async function writeState(folder: string, key: string, text: string): Promise<void> {
  const store = fileMemoryStore(folder);
  for (let round = 0; round < 64; round++) {
    const before = await store.read(key);
    if (before === "damaged") {
      for (const one of await keptMemories(folder)) if (one.owner === null) await one.forget();
      continue;
    }
    if (await store.write(key, before === "none" ? 0 : before.version, text)) return;
  }
  throw new UsageError("other calls of the session were first, again and again", "try again");
}
