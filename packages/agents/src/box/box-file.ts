import { writePrivateFile } from "@gatehouse-hooks/audit";
import type { Io } from "@gatehouse-hooks/console";
import { steadyProgramOn } from "@gatehouse-hooks/local/agents";
import { BOX_PROGRAMS, boxScript, bubblewrap } from "@gatehouse-hooks/boxes/box";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { socketPlace } from "../daemon/own-socket.js";
import { anyShellWord } from "../init/shell-word.js";

/** What the script starts, by absolute paths. */
interface BoxLauncher {
  readonly node: string;
  readonly program: string;
}

/**
 * The script that starts a boxed call without Node; made where it is missing, and made anew where it is another.
 *
 * @returns undefined where it cannot be made: then Node starts the call
 */
export async function boxFile(
  { home, env }: Pick<Io, "home" | "env">,
  launcher: BoxLauncher,
): Promise<string | undefined> {
  const place = socketPlace(home);
  const bwrap = bubblewrap();
  if (place.kind === "refused" || bwrap === undefined || process.platform !== "linux") return undefined;
  const found = BOX_PROGRAMS.map((name) => [name, steadyProgramOn(env["PATH"], name)] as const);
  const programs = found.flatMap(([name, file]) => (file === undefined ? [] : [[name, file] as const]));
  if (programs.length < BOX_PROGRAMS.length) return undefined;
  const values = Object.entries({
    ...Object.fromEntries(programs),
    ...launcher,
    bwrap,
    run: dirname(place.socket),
  });
  const text = boxScript({
    values: Object.fromEntries(values.map(([name, value]) => [name, anyShellWord(value)])),
  });
  const file = join(home, ".gatehouse", "state", "box", "boxed-call");
  if (readIfThere(file) === text) return file;
  try {
    await writePrivateFile(file, text);
    return readIfThere(file) === text ? file : undefined;
  } catch {
    return undefined;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
