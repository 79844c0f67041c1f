import { askedCalls } from "@gatehouse-hooks/agents/approvals";
import { askForWord, exitCode, type ExitCode } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";
import { keptMemories, memoryFolder } from "@gatehouse-hooks/local/memory";
import { openTrail } from "@gatehouse-hooks/local/open";
import { requirePerson } from "@gatehouse-hooks/local/person";
import { loadPolicies } from "@gatehouse-hooks/local/places";
import { QUESTION_TIMEOUT_MS } from "@gatehouse-hooks/runtime";
import { memoryLines } from "./memory-lines.js";
import { memoriesOf, ownedMemories } from "./show-memory.js";
import { shownMemory } from "./shown-memory.js";

/** What `gatehouse forget --json` prints. */
export interface ForgottenJson {
  readonly forgotten: boolean;
  readonly session: string;
}

/**
 * `gatehouse forget SESSION`: a person at the terminal sees what is remembered of a session, and has it begin anew. There is no way to say
 * it without a terminal: an agent has none.
 */
export async function forgetMemory(context: Context, session: string): Promise<ExitCode> {
  const { io, settings } = context;
  const all = await keptMemories(memoryFolder(io.home));
  const own = memoriesOf(ownedMemories(all), session);
  const terminal = io.terminal?.();
  if (own.length === 0 || terminal === undefined) {
    const lines =
      own.length === 0
        ? [
            `nothing is remembered of a session \`${printable(session)}\`: \`gatehouse memory\` lists the sessions`,
          ]
        : [
            "refused: there is no terminal to ask a person on whether a session may be forgotten",
            `run \`gatehouse forget ${printable(session)}\` in a terminal of your own, not through an agent`,
          ];
    await printResult(context, { forgotten: false, session } satisfies ForgottenJson, lines);
    return exitCode.refused;
  }
  requirePerson(terminal, await askedCalls(io.home).asking());
  const { set } = await loadPolicies(io, settings);
  const now = Date.now();
  const lines = memoryLines(
    own.map((one) => shownMemory(set, one, now)),
    now,
  );
  const signal = AbortSignal.timeout(QUESTION_TIMEOUT_MS);
  const text = `\n${lines.join("\n")}\n`;
  const isWanted = (await askForWord(terminal, text, "forget it: the session begins anew", signal)) === "yes";
  if (isWanted) {
    for (const one of own) await one.forget();
    const trail = await openTrail(context);
    const message = `a person has had the session \`${session}\` forgotten`;
    void trail?.record({ kind: "note", code: "memory-forgotten", message });
    await trail?.close();
  }
  await printResult(context, { forgotten: isWanted, session } satisfies ForgottenJson, [
    isWanted ? "forgotten: the session begins anew" : "declined: the session is as it was",
  ]);
  return isWanted ? exitCode.fine : exitCode.refused;
}
