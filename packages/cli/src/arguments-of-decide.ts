import { DEFAULT_OPTIONS, type GlobalOptions } from "./settings.js";

/** A command line of `gatehouse decide` that the everyday path understands. */
export interface DecideArguments {
  readonly file: string | undefined;
  readonly options: GlobalOptions;
}

/** Options with a value, by what commander calls them. Others are left to it. */
const VALUES: Readonly<Record<string, "project" | "config" | "cache" | "store" | "model">> = {
  "--project": "project",
  "--config": "config",
  "--cache": "cache",
  "--store": "store",
  "--model": "model",
};
const LISTS: Readonly<Record<string, "policies" | "enforced">> = {
  "--policies": "policies",
  "--enforced": "enforced",
};

const FLAGS: Readonly<Record<string, "json" | "color">> = { "--json": "json", "--no-color": "color" };

/**
 * Reads the arguments that most decisions are asked with, as commander would.
 *
 * @returns undefined for anything else: an option that is not here, one that comes twice, a value that looks like an option
 */
export function argumentsOfDecide(args: readonly string[]): DecideArguments | undefined {
  const values: Values = {};
  const words: string[] = [];
  for (let i = 0; i < args.length;) {
    const arg = args[i++] ?? "";
    const following = valuesFrom(args, i);
    if (arg === "-" || !(arg === "" || arg.startsWith("-"))) words.push(arg);
    else {
      const taken = take(values, arg, following);
      if (taken === undefined) return undefined;
      i += taken;
    }
  }
  const [command, file, ...more] = words;
  if (command !== "decide" || more.length > 0) return undefined;
  return {
    file,
    options: { ...DEFAULT_OPTIONS, ...values },
  };
}

type Values = { -readonly [Key in keyof GlobalOptions]?: GlobalOptions[Key] };

/** The values from here to the next option. */
function valuesFrom(args: readonly string[], from: number): readonly string[] {
  const end = args.findIndex((arg, i) => i >= from && arg.startsWith("-"));
  return args.slice(from, end === -1 ? args.length : end);
}

/** Takes an option; gives how many arguments were its values, or undefined for one that is not for here. */
function take(values: Values, arg: string, [next, ...more]: readonly string[]): number | undefined {
  const value = own(VALUES, arg);
  const list = own(LISTS, arg);
  const name = value ?? list ?? own(FLAGS, arg);
  if (name === undefined || values[name] !== undefined) return undefined;
  if (name === "json" || name === "color") {
    values[name] = name === "json";
    return 0;
  }
  if (next === undefined) return undefined;
  if (value !== undefined) {
    values[value] = next;
    return 1;
  }
  if (list !== undefined) values[list] = [next, ...more];
  return 1 + more.length;
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
