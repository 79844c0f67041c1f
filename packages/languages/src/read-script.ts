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

/** The name under which PowerShell itself has a command; any other as it is. */
export function powershellName(name: string): string {
  return scriptParsers().canonicalName(name);
}

/** Parsers of shells that are not bash. The build lets them run on the first call: few commands are for such a shell. */
function scriptParsers(): typeof parsers {
  return parsers;
}
