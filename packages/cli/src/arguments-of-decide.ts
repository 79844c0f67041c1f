import { looksLikePolicies } from "./policy-words.js";
import { DEFAULT_OPTIONS, type GlobalOptions } from "./settings.js";

/** A command line of `gatehouse decide` that the everyday path understands. */
export interface DecideArguments {
  readonly file: string | undefined;
  readonly options: GlobalOptions;
}

/** Options with one value, by what commander calls them. Others are left to it. */
const VALUES: Readonly<Record<string, "project" | "config" | "cache" | "store" | "model">> = {
  "--project": "project",
  "--config": "config",
  "--cache": "cache",
  "--store": "store",
  "--model": "model",
};
/** Options with one value that may come again. */
const LISTS: Readonly<Record<string, "policies" | "enforced">> = {
  "--policies": "policies",
  "--enforced": "enforced",
};

const FLAGS: Readonly<Record<string, "json" | "color">> = { "--json": "json", "--no-color": "color" };

/**
 * Reads the arguments that most decisions are asked with, as commander would.
 *
 * @returns undefined for anything else: an option that is not here, one that comes twice, a value that looks like an option, a document
 *   that looks like a policy file
 */
export function argumentsOfDecide(args: readonly string[]): DecideArguments | undefined {
  const values: Values = {};
  const words: string[] = [];
  for (let i = 0; i < args.length;) {
    const arg = args[i++] ?? "";
    if (arg === "-" || !(arg === "" || arg.startsWith("-"))) words.push(arg);
    else {
      const taken = take(values, arg, args[i]);
      if (taken === undefined) return undefined;
      i += taken;
    }
  }
  const [command, file, ...more] = words;
  if (command !== "decide" || more.length > 0 || looksLikePolicies(file ?? "")) return undefined;
  return {
    file,
    options: { ...DEFAULT_OPTIONS, ...values },
  };
}

type Values = { -readonly [Key in keyof GlobalOptions]?: GlobalOptions[Key] };

/** Takes an option; gives how many arguments were its values, or undefined for one that is not for here. */
function take(values: Values, arg: string, next: string | undefined): 0 | 1 | undefined {
  const value = own(VALUES, arg);
  const list = own(LISTS, arg);
  const flag = own(FLAGS, arg);
  if (flag !== undefined && values[flag] === undefined) {
    values[flag] = flag === "json";
    return 0;
  }
  if (next === undefined || next.startsWith("-")) return undefined;
  if (list !== undefined) {
    values[list] = [...(values[list] ?? []), next];
    return 1;
  }
  if (value === undefined || values[value] !== undefined) return undefined;
  values[value] = next;
  return 1;
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
