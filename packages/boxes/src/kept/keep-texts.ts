import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Files that boxes show in the place of others, each written once. */
export interface KeptTexts {
  /** A file with this text, absolute. @throws Error where none can be written */
  readonly fileOf: (text: string) => string;
  /** Removes those that no box has been started with in a while; one that lives has its own still. */
  readonly forgetOld: () => void;
  readonly close: () => void;
}

/** Those that no box has asked for so long, in ms, are removed. */
const KEPT_MS = 10 * 60_000;

/** @param folder absolute, this process' alone; what is in it is from one that has ended */
export function keepTexts(folder: string): KeptTexts {
  const used = new Map<string, number>();
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  close();
  return {
    fileOf(text) {
      // Boxes that are made alike have the same files, so that they can share their mounts.
      const file = join(folder, createHash("sha256").update(text).digest("hex"));
      if (!used.has(file) || !existsSync(file)) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(file, text, { mode: 0o400 });
      }
      used.set(file, performance.now());
      return file;
    },
    forgetOld() {
      for (const [file, at] of used) {
        if (performance.now() - at <= KEPT_MS) continue;
        used.delete(file);
        rmSync(file, { force: true });
      }
    },
    close,
  };
}
