import { join } from "node:path";
import process from "node:process";
import { isProgram } from "@gatehouse-hooks/local/agents";

/** Where `bwrap` is looked for: never on the `PATH`, which a project may change. */
const FOLDERS = ["/usr/bin", "/usr/local/bin", "/bin"];

/** Why no box is made on this machine; undefined: bubblewrap is there, and may still be refused by the kernel. */
export function whyNoBox(): string | undefined {
  if (process.platform !== "linux") return "boxes are made on Linux only";
  return bubblewrap() === undefined ? "bubblewrap is not installed" : undefined;
}

/** The program that makes boxes; undefined: it is not installed. */
export function bubblewrap(): string | undefined {
  if (process.platform !== "linux") return undefined;
  return FOLDERS.map((folder) => join(folder, "bwrap")).find((file) => isProgram(file));
}
