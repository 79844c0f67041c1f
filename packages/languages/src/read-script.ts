import type { ShellScript } from "@gatehouse-hooks/shell";
import * as parsers from "./parse-script.js";

/**
 * A text of a shell of Windows as the tree of a shell, which is run as bash's is. Never fails: what cannot be read is in `errors`.
 *
 * @param dialect the shell that it is for
 */
export function readScript(dialect: "powershell" | "cmd", text: string): ShellScript {
  return scriptParsers().parseScript(dialect, text);
}

/** Whether a name that is known only as a value is one of the shell's own commands, under another name than rows have it. */
export function isOwnCommand(dialect: "powershell" | "cmd", name: string): boolean {
  const { canonicalName, isCmdOwn } = scriptParsers();
  return dialect === "cmd" ? isCmdOwn(name.toLowerCase()) : canonicalName(name) !== name;
}

/** Parsers of shells that are not bash. The build lets them run on the first call: few commands are for such a shell. */
function scriptParsers(): typeof parsers {
  return parsers;
}
