import { hookContext, inProjectOf, unknownAgent } from "@gatehouse-hooks/agents/hook";
import { probePayload, anyShellWord } from "@gatehouse-hooks/agents/init";
import { exitCode, type ExitCode, type Io, UsageError } from "@gatehouse-hooks/console";
import { type Event, policiesOf, type Policy } from "@gatehouse-hooks/engine";
import type { Facts } from "@gatehouse-hooks/facts";
import { isRecord, type JsonValue, isList } from "@gatehouse-hooks/json";
import { type WiredHost, wiredHostOf } from "@gatehouse-hooks/hosts/wired";
import { type Context, type GlobalOptions, printResult, writeNotices } from "@gatehouse-hooks/local";
import { lateProgramFacts } from "@gatehouse-hooks/local/facts";
import { loadPolicies } from "@gatehouse-hooks/local/places";
import { openPolicies } from "@gatehouse-hooks/local/store";
import { explainEvent } from "./explain-event.js";
import type { ExplainedEvent } from "./explained-event.js";
import type { Mark, TriedCommand } from "./tried-command.js";
import { isBuiltIn, triedLines } from "./tried-lines.js";
import { wouldPass } from "./would-pass.js";

/**
 * `gatehouse try 'COMMAND'`: what an agent would be answered that wants to run this shell command here, by the policies of its hook: the
 * verdict, the rule, the part of the command that decided, and what would pass. Nothing is run and nobody is asked.
 *
 * @param words the command; several are a word each, as a shell has split them
 * @returns exit code 1 for a deny, as `decide`
 * @throws UsageError for no command, and for a name that is not an agent's
 */
export async function tryCommand(
  io: Io,
  options: GlobalOptions,
  words: readonly string[],
  agent: string,
): Promise<ExitCode> {
  const [word = "", ...more] = words;
  // One word is the text of a command; several were the words of one.
  const command = more.length === 0 ? word : words.map(anyShellWord).join(" ");
  if (command.trim() === "") throw new UsageError("a command is missing", "gatehouse try 'git push --force'");
  const host = await wiredHostOf(agent);
  if (host === undefined) throw unknownAgent(agent);
  const event = eventOf(host, command, io.cwd);
  const context = inProjectOf(hookContext(io, io.cwd, options), event);
  const { explained, hasRules } = await answerHere(context, event);
  const place = { home: io.home, project: context.settings.project, isOfProject: true };
  const factsOf = (one: Event): Facts => lateProgramFacts().factsAt(place, one);
  const tried = triedCommand({ host, command, event }, explained, factsOf);
  await printResult(context, tried, triedLines(tried, { home: io.home, hasRules }, context.colors));
  return tried.effect === "deny" ? exitCode.refused : exitCode.fine;
}

/** What the policies here say, as they are stored where that is fresh: loading them takes longer than all the rest. */
async function answerHere(
  context: Context,
  event: Event,
): Promise<{ readonly explained: ExplainedEvent; readonly hasRules: boolean }> {
  const { io, settings } = context;
  const { policies, store } = await openPolicies(io, settings, { onlyLooks: true });
  await writeNotices(context, policies);
  const explained = await explainEvent(context, policies, event);
  // Of an answer it is plain that there are rules, and each that is stored takes time to read.
  const hasRules = explained.effect !== "abstain" || policiesOf(policies.set).some(isWritten);
  const isDamaged = store !== null && store.damage() !== null;
  store?.close();
  return {
    hasRules,
    explained: isDamaged ? await explainEvent(context, await loadPolicies(io, settings), event) : explained,
  };
}

/** Not one of the program's own, which guard its files. */
function isWritten({ enabled, source }: Policy): boolean {
  return enabled && source !== undefined && !isBuiltIn(source.path);
}

/** What the agent would send. */
function eventOf(host: WiredHost, command: string, cwd: string): Event {
  const prepared = host.prepare(probePayload(host.name, command, cwd));
  if (prepared.kind === "refused") throw new UsageError(prepared.issue.message, prepared.issue.cure);
  return prepared.event;
}

function triedCommand(
  { host, command, event }: { readonly host: WiredHost; readonly command: string; readonly event: Event },
  { effect, policy, reason, policies, open, nearest }: ExplainedEvent,
  factsOf: (event: Event) => Facts,
): TriedCommand {
  const decider = policies.find((one) => one.policy === policy && one.kind === "applied");
  const facts = decider?.kind === "applied" ? decider.entries.flatMap((entry) => entry.facts ?? []) : [];
  const source = decider?.source;
  return {
    ...{ command, agent: host.name, effect, policy, reason },
    rule:
      source === undefined
        ? null
        : {
            path: source.path,
            ...(source.line !== undefined && { line: source.line }),
            ...(source.pack !== undefined && { pack: source.pack }),
          },
    marks: joined(facts.flatMap(({ fact }) => markOf(fact, command.length))),
    saw: [...new Set(facts.map(({ said }) => said))],
    complete: factsOf(event).complete,
    open: open.map((need) => need.policy),
    wouldPass: wouldPass({ effect, command, event }, nearest, factsOf),
    canAsk: host.wire.canAsk(event, { interactive: true }),
  };
}

/** Where in the command a fact comes from. */
function markOf(fact: JsonValue, length: number): readonly Mark[] {
  const span = isRecord(fact) ? fact["span"] : undefined;
  const [from, to] = isList(span) ? span : [];
  if (typeof from !== "number" || typeof to !== "number") return [];
  return from >= 0 && from < to && to <= length ? [[from, to]] : [];
}

/** In their order, each place once. */
function joined(marks: readonly Mark[]): readonly Mark[] {
  const found: [number, number][] = [];
  for (const [from, to] of marks.toSorted(([a], [b]) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}
