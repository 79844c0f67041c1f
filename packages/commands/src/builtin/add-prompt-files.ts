import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { type Builtin, contextAnswer, NO_OPINION } from "../builtin-call.js";

/** The bytes read of one file. */
const MAX_FILE_BYTES = 65_536;
/** The files that are looked for. */
const MAX_FILES = 50;

/**
 * `add_prompt_files`: the files named in the arguments, each from the nearest directory at or above the working directory
 * that has it, and from the home directory. A file that is missing, or no regular file, is left out.
 */
export function addPromptFiles(home: string): Builtin {
  return async ({ cwd, args }) => {
    if (cwd === "") return NO_OPINION;
    const texts: string[] = [];
    for (const name of args.slice(0, MAX_FILES)) {
      const nearest = await nearestFile(cwd, name);
      const own = path.join(home, name);
      if (nearest !== undefined) texts.push(instructions(nearest));
      if (own === nearest?.file) continue;
      const text = await readRegular(own);
      if (text !== undefined) texts.push(instructions({ file: own, text }));
    }
    return contextAnswer(...texts);
  };
}

interface PromptFile {
  readonly file: string;
  readonly text: string;
}

function instructions({ file, text }: PromptFile): string {
  return `Instructions from: ${file}\n${text}`;
}

async function nearestFile(cwd: string, name: string): Promise<PromptFile | undefined> {
  for (let dir = path.resolve(cwd); ; dir = path.dirname(dir)) {
    const file = path.join(dir, name);
    const text = await readRegular(file);
    if (text !== undefined) return { file, text };
    if (path.dirname(dir) === dir) return undefined;
  }
}

/** Undefined unless it is a readable regular file. */
async function readRegular(file: string): Promise<string | undefined> {
  let handle: FileHandle | undefined;
  try {
    // A pipe without a writer would make the opening wait.
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!(await handle.stat()).isFile()) return undefined;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_FILE_BYTES), 0, MAX_FILE_BYTES, 0);
    return new TextDecoder().decode(buffer.subarray(0, bytesRead), { stream: true });
  } catch {
    return undefined;
  } finally {
    await handle?.close().catch(() => undefined);
  }
}
