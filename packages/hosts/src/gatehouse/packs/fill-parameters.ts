import type { PackParameter } from "./pack.js";

/** A string of the condition language, or a parameter. A dollar sign inside of a string is a character like any other. */
const STRING_OR_PARAMETER = /r"[^"]*"|r'[^']*'|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\$([a-z][a-z_]*)/gs;

/** A path and a host that do not exist: what an empty list matches. */
const NO_PATH = "/\u0001";

/**
 * A condition of a pack with its parameters filled in. A value becomes a literal of the condition language, whatever characters it
 * holds: never text of the condition.
 */
export function fillParameters(condition: string, literals: ReadonlyMap<string, string>): string {
  return condition.replace(STRING_OR_PARAMETER, (token, name: string | undefined) =>
    name === undefined ? token : (literals.get(name) ?? token),
  );
}

/** A value as a literal of the condition language. */
export function literalOf(kind: PackParameter["kind"], values: readonly string[]): string {
  if (kind === "names") return JSON.stringify(values);
  const [first = NO_PATH] = values;
  return JSON.stringify(values.length < 2 ? first : `{${values.join(",")}}`);
}
