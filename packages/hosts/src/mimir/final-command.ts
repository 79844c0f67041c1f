import type { MimirEnvironment } from "./environment.js";

/** A reference as `load` writes it, by the quotes around it (SPEC, "Where a placeholder may be"). */
const REFERENCE = /'"\$\{(MIMIR_[A-Za-z_]+)\?\}"'|"\$\{(MIMIR_[A-Za-z_]+)\?\}"|\$\{(MIMIR_[A-Za-z_]+)\?\}/g;

/**
 * The command of a hook with the values in their places, for people: shell text that does what the hook does with them
 * (document 003, "Prompt"). What runs is the command itself, with the values in its environment.
 *
 * @param command a handler's, as `load` gives it
 * @param environment of one run, as `mimirEnvironment` gives it; a reference without a value stays
 * @example
 * finalMimirCommand('echo "${MIMIR_bash_command?}"', { MIMIR_bash_command: "it's" }); // "echo 'it'\\''s'"
 */
export function finalMimirCommand(command: string, environment: MimirEnvironment): string {
  return command.replace(REFERENCE, (written, single?: string, bare?: string, double?: string) => {
    const name = single ?? bare ?? double ?? "";
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value === undefined) return written;
    if (single !== undefined) return inSingleQuotes(value);
    return bare !== undefined ? `'${inSingleQuotes(value)}'` : value.replace(/[\\"$`]/g, "\\$&");
  });
}

function inSingleQuotes(value: string): string {
  return value.replaceAll("'", "'\\''");
}
