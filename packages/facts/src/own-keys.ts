import { EFFECT_KEYS } from "./programs/effect-keys.js";
import type { ProgramRow } from "./programs/program-row.js";
import type { ToolRow } from "./tools/tool-row.js";

const OF_PROGRAMS: readonly string[] = [
  ...EFFECT_KEYS,
  ..."action all also change commands deletes destroy first from global handler has helps least loose most network not only operand operands options publish reads style tree variables verbs when".split(
    " ",
  ),
];
const OF_TOOLS =
  "shell reads lists searches names writes edits creates deletes deletesTree moves url urlsIn patch cwd action calls dialect guessed code".split(
    " ",
  );

/** A row in which every key is its own: what it does not say it does not inherit either. */
export function ownProgramRow(row: ProgramRow): ProgramRow {
  return ownKeys(row, OF_PROGRAMS) as ProgramRow;
}

/** As {@link ownProgramRow}. */
export function ownToolRow(row: ToolRow): ToolRow {
  return ownKeys(row, OF_TOOLS) as ToolRow;
}

function ownKeys(value: object, keys: readonly string[]): object {
  const copy: Record<string, unknown> = {};
  for (const key of keys) copy[key] = undefined;
  for (const [key, one] of Object.entries(value)) copy[key] = ownValue(key, one, keys);
  return copy;
}

/** Clauses, subcommands and verbs are rows of their own. */
function ownValue(key: string, value: unknown, keys: readonly string[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (key === "verbs") return ownKeys(value, keys);
  if (key === "commands")
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, ownKeys(one as object, keys)] as const),
    );
  if (key === "when" || key === "also") return (value as readonly object[]).map((one) => ownKeys(one, keys));
  return value;
}
