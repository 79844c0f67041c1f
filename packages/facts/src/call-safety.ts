import { DESTROYS } from "./destroying-actions.table.js";
import type { ActionFact, CommandFact, Facts } from "./facts.js";

/** What a call is, in one word: `safe` only reads below the workspace, `destructive` takes something away. */
export interface CallSafety {
  readonly class: "safe" | "destructive" | "unknown";
  /** How much is lost where the call goes wrong. */
  readonly blastRadius: "low" | "medium" | "high" | "unknown";
  /** What makes it so, in words. */
  readonly reason: string;
}

const FORCE = /^(?:-[a-z]*f[a-z]*|--force|--hard)$/;
const STOPS: readonly string[] = ["stop", "kill", "restart", "pause"];
const ORDER: readonly CallSafety["blastRadius"][] = ["low", "medium", "unknown", "high"];

type Loss = Pick<CallSafety, "blastRadius" | "reason">;

/**
 * Classifies a call by its facts, for a host that lets harmless calls pass and shows people how much a harmful one may take away. The
 * worst part counts. What is not one plain command that only reads below the workspace is never `safe`.
 */
export function callSafety(facts: Facts): CallSafety {
  const losses = [
    ...deleted(facts),
    ...overwritten(facts),
    ...facts.actions.flatMap((one) => undone(one, facts)),
  ];
  const worst = losses.toSorted((a, b) => ORDER.indexOf(b.blastRadius) - ORDER.indexOf(a.blastRadius))[0];
  if (worst !== undefined) return { class: "destructive", ...worst };
  const isSafe = onlyReads(facts);
  return {
    class: isSafe ? "safe" : "unknown",
    blastRadius: isSafe ? "low" : "unknown",
    reason: isSafe ? "it only reads below the workspace" : "it is not known to be harmless",
  };
}

function deleted({ deletes }: Facts): readonly Loss[] {
  // What is moved is there still.
  return deletes
    .filter(({ op }) => op !== "move")
    .map(({ path, tree, wild, by }) => ({
      blastRadius: path === null ? "unknown" : tree ? "high" : wild === "set" ? "medium" : "low",
      reason: `it deletes ${path ?? "something"}${tree ? " and all below it" : ""} (${by})`,
    }));
}

/** A file that is read and written by the same part of a command is edited where it lies. */
function overwritten({ reads, writes }: Facts): readonly Loss[] {
  return writes
    .filter(({ path, by, op, append }) => {
      const isEdited = reads.some((read) => read.by === by && read.path === path);
      return op === "content" && !append && isEdited;
    })
    .map(({ path, by }) => ({ blastRadius: "medium", reason: `it overwrites ${path ?? "a file"} (${by})` }));
}

function undone(action: ActionFact, { commands }: Facts): readonly Loss[] {
  const command = commands.find(({ span }) => span[0] === action.span[0] && span[1] === action.span[1]);
  const radius = Object.hasOwn(DESTROYS, action.kind) ? DESTROYS[action.kind] : ofCommand(action, command);
  if (radius === undefined) return [];
  const isForced = command !== undefined && optionsOf(command).some((option) => FORCE.test(option));
  const blastRadius = radius === "medium" && isForced ? "high" : radius;
  return [{ blastRadius, reason: `${action.kind}: ${action.target ?? "everything"} (${action.by})` }];
}

/** What stands behind the subcommand: before it, `-f` of `docker compose` is a file. */
function optionsOf({ args, sub }: CommandFact): readonly string[] {
  return args.slice(args.indexOf(sub.split(" ").at(-1) ?? "") + 1);
}

/** A kind that is mostly a change takes something away in some forms. */
function ofCommand({ kind }: ActionFact, command: CommandFact | undefined): "low" | "medium" | undefined {
  if (kind === "container.change" && STOPS.includes(command?.sub.split(" ").at(-1) ?? "")) return "low";
  if (kind === "git.push" && command?.flags.includes("--force-with-lease") === true) return "medium";
  return undefined;
}

function onlyReads({ complete, commands, reads, ...rest }: Facts): boolean {
  const [command, ...others] = commands;
  if (!complete || command === undefined || others.length > 0) return false;
  const { program, via, place, certainty, input } = command;
  const isPlain = program !== null && via.length === 0 && place === "here" && certainty === "exact";
  const isQuiet = [rest.writes, rest.deletes, rest.network, rest.executes, rest.actions, rest.env].every(
    (list) => list.length === 0,
  );
  return isPlain && input === "none" && isQuiet && reads.every(({ local }) => local !== null);
}
