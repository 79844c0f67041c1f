import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import type { MachineView } from "./machine-view.js";

/** The names of variables that hold secrets. */
const SECRET_NAME =
  /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|API_?KEY|(?:ACCESS|PRIVATE|SIGNING|ENCRYPTION)_?KEY|(?:^|_)(?:KEY|PAT|AUTH)$|(?:_|DB)(?:PWD|PASS)$/i;
/** A name and a password in an address. */
const SECRET_VALUE = /:\/\/[^/\s:@]*:[^/\s@]+@/;

/** The names of variables that a call in a box does not see. */
export function secretVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env)
    .filter(([name, value = ""]) => SECRET_NAME.test(name) || SECRET_VALUE.test(value))
    .map(([name]) => name);
}

/**
 * The sockets that programs of this machine have made, wherever they are: a mount that is only read keeps no one from connecting.
 *
 * @param isOwn whether a box has something of its own in the place of a path
 */
export function listeningSockets(
  isOwn: (path: string) => boolean,
  view: MachineView,
): readonly (readonly [path: string, isFolder: boolean])[] {
  const paths = textOf("/proc/net/unix")
    .split("\n")
    .flatMap((line) => /^\S+: (?:\S+ +){6}(\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)].flatMap((path) => {
    const real = view.realOf(path);
    if (real === undefined || isOwn(real) || view.statOf(real)?.isSocket() !== true) return [];
    if (process.getuid?.() === 0 && isOthersAlone(real, view)) return [];
    return [[real, false] as const];
  });
}

/** Whether a path is in a folder that only another user enters: root's box is of one user and has no capability, so that it cannot either. */
function isOthersAlone(path: string, view: MachineView): boolean {
  for (let at = dirname(path); at !== "/"; at = dirname(at)) {
    const stats = view.statOf(at);
    if (stats !== undefined && stats.uid !== 0 && (stats.mode & ENTERED_BY_OTHERS) === 0) return true;
  }
  return false;
}

/** By the group, or by everyone. */
const ENTERED_BY_OTHERS = 0o011;

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
