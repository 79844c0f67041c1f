import type { GlobalOptions } from "./settings.js";

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

/**
 * Reads the arguments that most decisions are asked with, as commander would.
 *
 * @returns undefined for anything else: an option that is not here, one that comes twice, a value that looks like an option
 */
export function argumentsOfDecide(args: readonly string[]): DecideArguments | undefined {
  const values: { -readonly [Key in keyof GlobalOptions]?: GlobalOptions[Key] } = {};
  const words: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    const value = own(VALUES, arg);
    const list = own(LISTS, arg);
    if (arg === "--json" && values.json === undefined) values.json = true;
    else if (arg === "--no-color" && values.color === undefined) values.color = false;
    else if (value !== undefined && values[value] === undefined) {
      const next = args[++i];
      if (next === undefined || next.startsWith("-")) return undefined;
      values[value] = next;
    } else if (list !== undefined && values[list] === undefined) {
      const all: string[] = [];
      while (i + 1 < args.length && !(args[i + 1] ?? "").startsWith("-")) all.push(args[++i] ?? "");
      if (all.length === 0) return undefined;
      values[list] = all;
    } else if (arg === "" || (arg.startsWith("-") && arg !== "-")) return undefined;
    else words.push(arg);
  }
  const [command, file, ...more] = words;
  if (command !== "decide" || more.length > 0) return undefined;
  return {
    file,
    options: { sandbox: "none", onLoadError: "deny", unknownEvents: "abstain", color: true, ...values },
  };
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
