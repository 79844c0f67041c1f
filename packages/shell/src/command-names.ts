import { type Alternatives, type Field, uniteAlternatives } from "./field.js";

/** What a shell remembers of names of commands, beside functions. Replaced, never changed. */
export interface CommandNames {
  /** `alias`: the text in place of the name. */
  readonly aliases: ReadonlyMap<string, Alternatives>;
  /** Aliases are expanded: `shopt -s expand_aliases`, POSIX shells; `null` where it is not known which shell reads the text. */
  readonly expands: boolean | null;
  /** `hash -p`: the program that a name runs; `null` where it may be the one that `PATH` gives. */
  readonly hashed: ReadonlyMap<string, readonly (Field | null)[]>;
  /** `enable -n`: builtins that may be turned off. */
  readonly disabled: ReadonlySet<string>;
  /** Functions that other shells may get from this one. */
  readonly exported: ReadonlySet<string>;
}

/** What a shell begins with. */
export const NO_COMMAND_NAMES: CommandNames = {
  aliases: new Map(),
  expands: false,
  hashed: new Map(),
  disabled: new Set(),
  exported: new Set(),
};

/** Both are possible. */
export function joinCommandNames(left: CommandNames, right: CommandNames): CommandNames {
  if (left === right) return left;
  const aliases = new Map(left.aliases);
  for (const [name, values] of right.aliases)
    aliases.set(name, uniteAlternatives(aliases.get(name) ?? values, values));
  const hashed = new Map<string, readonly (Field | null)[]>();
  for (const name of new Set([...left.hashed.keys(), ...right.hashed.keys()])) {
    const all = [...(left.hashed.get(name) ?? [null]), ...(right.hashed.get(name) ?? [null])];
    hashed.set(name, [...new Set(all)].slice(0, 8));
  }
  return {
    aliases,
    expands: left.expands || right.expands,
    hashed,
    disabled: new Set([...left.disabled, ...right.disabled]),
    exported: new Set([...left.exported, ...right.exported]),
  };
}
