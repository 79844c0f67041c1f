import type { ShellCommand, List } from "./syntax.js";

/**
 * Whether the test of a loop always holds or never, as it is written: `[ 1 ]`, `test 2 -gt 1`, `[[ x ]]`; `null` for any other,
 * and for those that a run decides (`true`, `((1))`).
 *
 * Only loops ask: whether one ends matters more than which of its rounds a variable decides.
 */
export function constantTest(list: List): boolean | null {
  const last = list.at(-1);
  return last === undefined || last.background ? null : truthOf(last.command);
}

/** Builtins and programs that hardly ever fail. */
const SUCCEEDS = /^(?:\/(?:usr\/)?bin\/)?(?:echo|printf|pwd|sleep|date|clear)$/;

/** The test of a loop hardly ever fails: `while sleep 1`. What comes after such a loop is still read. */
export function nearlyAlwaysHolds(list: List): boolean {
  const last = list.at(-1);
  if (last === undefined || last.background || last.command.kind !== "simple") return false;
  const [first] = last.command.words;
  return first !== undefined && "literal" in first && SUCCEEDS.test(first.literal ?? "");
}

function truthOf(command: ShellCommand): boolean | null {
  switch (command.kind) {
    case "pipeline": {
      const [only] = command.commands;
      const truth = only === undefined || command.commands.length > 1 ? null : truthOf(only);
      return truth === null ? null : truth !== command.negated;
    }
    case "test":
      return command.plain ? testTruth(command.words) : null;
    case "group":
      return constantTest(command.body);
    case "simple": {
      const words = command.words.map((one) => ("literal" in one ? one.literal : null));
      const [name, ...args] = words;
      if (name !== "test" && name !== "[") return null;
      if (name === "[" && args.pop() !== "]") return null;
      return wordsTruth(args);
    }
    default:
      return null;
  }
}

function testTruth(words: Extract<ShellCommand, { kind: "test" }>["words"]): boolean | null {
  const [first, second] = words;
  if (first === undefined || first.word.literal === null) return null;
  if (second === undefined) return wordsTruth([first.operator, first.word.literal]);
  return second.word.literal === null
    ? null
    : wordsTruth([first.word.literal, second.operator, second.word.literal]);
}

/** The arguments of `test`, each as it is written. */
function wordsTruth(words: readonly (string | null)[]): boolean | null {
  const [first, second, third] = words;
  if (words.includes(null)) return null;
  switch (words.length) {
    case 0:
      return false;
    case 1:
      return first !== "";
    case 2:
      if (first === "!") return second === "";
      return first === "-n" ? second !== "" : first === "-z" ? second === "" : null;
    case 3:
      return comparison(first ?? "", second ?? "", third ?? "");
    default:
      return null;
  }
}

function comparison(left: string, operator: string, right: string): boolean | null {
  if (operator === "=" || operator === "==") return left === right;
  if (operator === "!=") return left !== right;
  if (!/^-?\d{1,9}$/.test(left) || !/^-?\d{1,9}$/.test(right)) return null;
  const difference = Number(left) - Number(right);
  switch (operator) {
    case "-eq":
      return difference === 0;
    case "-ne":
      return difference !== 0;
    case "-lt":
      return difference < 0;
    case "-le":
      return difference <= 0;
    case "-gt":
      return difference > 0;
    case "-ge":
      return difference >= 0;
    default:
      return null;
  }
}
