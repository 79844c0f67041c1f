import type { MimirVariable } from "../variables.js";
import { type Placeholder, placeholderAt } from "./placeholder.js";
import { readList } from "./read-list.js";
import { NotFollowed, type Scan, type UnsafePlace } from "./scan-state.js";
import type { PlacedValue, Word } from "./word.js";

/** What the shell makes of a command. */
export interface ScannedCommand {
  /** Words and here-documents with values in them, in the order of the text. */
  readonly words: readonly Word[];
  readonly unsafe: readonly UnsafePlace[];
  /** `{name}` that is no variable of the event. */
  readonly unknown: readonly Placeholder[];
  readonly values: readonly PlacedValue[];
  /** Variables of the shell that may hold a value. */
  readonly tainted: ReadonlySet<string>;
}

/**
 * Reads shell text (the POSIX shell and what bash adds) far enough to know how each placeholder is quoted and what
 * reads it. Linear in the text.
 *
 * @param variables the placeholders' names; others are reported
 * @param known variables of the shell that are already known to hold values
 */
export function scan(
  text: string,
  variables: ReadonlyMap<string, MimirVariable>,
  known: ReadonlySet<string>,
): ScannedCommand {
  const scan: Scan = {
    text,
    variables,
    substitution: (inner) => readList(inner, ")"),
    at: 0,
    depth: 0,
    forbidden: null,
    readsInput: null,
    words: [],
    values: [],
    unsafe: [],
    unknown: [],
    tainted: new Set(known),
    pending: [],
  };
  try {
    readList(scan, "");
    if (scan.readsInput !== null && scan.values.some(({ variable }) => variable.type !== "number")) {
      scan.unsafe.push({
        at: scan.readsInput,
        where:
          "in the same command as something that runs what it reads (a pipe to a shell, `xargs`, `eval`, `declare -i`)",
        cure: "call the program directly with `{name}` as its argument",
      });
    }
  } catch (error) {
    if (!(error instanceof NotFollowed)) throw error;
    const lost = firstPlaceholder(text, variables);
    if (lost !== null) {
      scan.unsafe.push({
        at: error.at,
        where: `in a command that cannot be followed because of ${error.what}`,
        cure: "move the command into a script and pass `{name}` as its argument",
      });
      if (scan.values.length === 0)
        scan.values.push({ kind: "value", variable: lost.variable, state: "bare", ...lost.found });
    }
  }
  return scan;
}

function firstPlaceholder(
  text: string,
  variables: ReadonlyMap<string, MimirVariable>,
): { readonly found: Placeholder; readonly variable: MimirVariable } | null {
  for (let offset = text.indexOf("{"); offset >= 0; offset = text.indexOf("{", offset + 1)) {
    const found = placeholderAt(text, offset);
    const variable = found === null ? undefined : variables.get(found.name);
    if (found !== null && variable !== undefined) return { found, variable };
  }
  return null;
}
