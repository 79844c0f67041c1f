import { AGENTS } from "@gatehouse-hooks/hosts/agents";
import { processesWith, type SeenProcess } from "./process-tree.js";

/** The process of an agent that has asked about a call, as its hook saw it. */
export interface AskingProcess {
  readonly pid: number;
  readonly start: string;
  readonly group: string;
}

/** Programs that stand between an agent and its hook. */
const BETWEEN = /^-?(?:(?:ba|da|z|a|k|mk|fi)?sh|env|timeout|nice|setsid|stdbuf|sudo|cmd|gatehouse-hook)$/;
/** What runs a program that is a file of text. */
const RUNNERS = /^(?:node|nodejs|bun|deno|tsx|npx|python[\d.]*)$/;
/** Shorter names are those of people and machines, too: as a part of a path they tell nothing. */
const LEAST_NAME = 5;

const NAMES: ReadonlySet<string> = new Set(
  AGENTS.flatMap(({ wiring, name }) => [
    ...(wiring?.programs ?? []),
    ...(wiring === undefined || wiring.programs.length === 0 ? [] : [name]),
  ]),
);
const MARKS: ReadonlySet<string> = new Set(AGENTS.flatMap(({ marks = [] }) => marks));

/**
 * The process that has a hook started, of those above it: the first that is no shell. Undefined where a person has typed it: the shell of a
 * terminal is above it, and nothing else.
 */
export function askingProcess(above: readonly SeenProcess[]): AskingProcess | undefined {
  for (const { words, leads, pid, start, group } of above) {
    if (!BETWEEN.test(baseName(words[0]))) return { pid, start, group };
    if (leads) return undefined;
  }
  return undefined;
}

/**
 * Why nobody who types on a terminal may count as a person: it is one that an agent has made. Undefined: nothing says so.
 *
 * @param from the process at the terminal and all above it, itself first
 * @param asking agents whose calls wait
 */
export function madeByAgent(
  from: readonly SeenProcess[],
  asking: readonly AskingProcess[] = [],
): string | undefined {
  if (from.length === 0) return "nothing tells which processes it came of";
  for (const seen of from) {
    const { pid, start, words, variables } = seen;
    const name = agentName(words);
    if (name !== undefined) return `process ${pid} above it is the agent \`${name}\``;
    if (asking.some((one) => one.pid === pid && one.start === start))
      return `process ${pid} above it is the agent that wants to make the call`;
    const mark = variables.find((one) => MARKS.has(one));
    if (mark !== undefined)
      return `process ${pid} has the variable ${mark}, which an agent gives to what it starts`;
  }
  return asking.some((one) => isLeftBehind(from, one))
    ? "its processes were left behind by others since the agent started, and came by no login"
    : undefined;
}

/** The agents that run now, by their names: what one of them has left behind may be at a terminal, also where none of its calls waits. */
export function runningAgents(): readonly AskingProcess[] {
  return processesWith((words) => agentName(words) !== undefined).map(({ pid, start, group }) => ({
    pid,
    start,
    group,
  }));
}

/** The part above the terminal of a hook, which the agent shares with a person: above the process that leads its session. */
export function aboveTerminal(from: readonly SeenProcess[]): readonly SeenProcess[] {
  const at = from.findIndex(({ leads }) => leads);
  return at < 0 ? from : from.slice(at + 1);
}

/**
 * A process that lets go of its parent is taken over by the first of all, and nothing tells any more who has made it. A person's terminal
 * is older than the agent, of another unit of the system, or came by a login, which is of another user or from outside of a container.
 */
function isLeftBehind(from: readonly SeenProcess[], { start, group }: AskingProcess): boolean {
  const own = from[0]?.user ?? null;
  const below = from.filter((one) => one.pid !== 1 && !isManager(one));
  const top = below.at(-1);
  if (top === undefined || top.parent === 0 || below.some(({ user }) => user !== own)) return false;
  return /^\d+$/.test(start) && Number(top.start) > Number(start) && top.group === group;
}

/** What takes over the processes of a user in place of the first of all. */
function isManager({ words }: SeenProcess): boolean {
  return baseName(words[0]) === "systemd" && words.includes("--user");
}

function agentName(words: readonly string[]): string | undefined {
  const program = baseName(words[0]);
  if (NAMES.has(program)) return program;
  if (!RUNNERS.test(program)) return undefined;
  const script = words.slice(1).find((word) => !word.startsWith("-")) ?? "";
  const named = baseName(script);
  if (NAMES.has(named)) return named;
  return script.split(/[/\\]/).find((part) => part.length >= LEAST_NAME && NAMES.has(part));
}

function baseName(word = ""): string {
  return (word.split(/[/\\]/).at(-1) ?? "").replace(/\.(?:exe|cmd|[cm]?js|py)$/, "");
}
