import type { ShellScript } from "@gatehouse-hooks/shell";
import { parseCmd } from "./cmd/parse-cmd.js";
import { parsePowerShell } from "./powershell/parse-powershell.js";

export { isCmdOwn } from "./cmd/cmd-commands.js";
export { canonicalName } from "./powershell/aliases.table.js";

/** The longest text that is read, in UTF-16 code units. */
const LONGEST = 100_000;

const PARSERS = { cmd: parseCmd, powershell: parsePowerShell } as const;

/** The tree of a text; one that is too long is not read. */
export function parseScript(dialect: "powershell" | "cmd", text: string): ShellScript {
  if (text.length <= LONGEST) return PARSERS[dialect](text);
  return { list: [], errors: [], bashOnly: false, moved: false, cut: true };
}
