import type { ScriptQuestion, ScriptTexts } from "@gatehouse-hooks/facts";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { relative } from "node:path";
import { answerFor, type Definition, hasChanged, readOwnCode } from "./own-code.js";

/** Bytes of a file that is read: longer ones are hardly scripts. */
const MAX_BYTES = 65_536;
/** Files of one event. */
const MOST_FILES = 48;

/** Answers questions about texts of files, for the facts of one event. Never throws: what cannot be read has no text. */
export class ScriptAnswers {
  readonly #texts = new Map<string, string | null>();
  readonly #home: string;
  readonly #project: string;
  #answered: readonly Definition[] | undefined;

  constructor(home: string, project: string) {
    this.#home = home;
    this.#project = project;
  }

  get texts(): ScriptTexts {
    return this.#texts;
  }

  /** @returns whether there is an answer that there was not before */
  answer(questions: readonly ScriptQuestion[]): boolean {
    let isNew = false;
    for (const { path } of questions) {
      if (this.#texts.has(path) || this.#texts.size >= MOST_FILES) continue;
      this.#texts.set(path, this.#isAnswered(path) ? null : textOf(path));
      isNew = true;
    }
    return isNew;
  }

  /** A person has answered for what the file does, and it is as it was then. */
  #isAnswered(path: string): boolean {
    this.#answered ??= answerFor(readOwnCode(this.#home), this.#project)?.definitions ?? [];
    const own = relative(this.#project, path);
    const known = this.#answered.find((one) => one.path === own);
    return known !== undefined && known.sha256 !== null && !hasChanged(this.#project, known);
  }
}

function textOf(path: string): string | null {
  // What is in these is of this process, or of a device.
  if (path.includes("\0") || /^\/(?:proc|dev|sys)(?:\/|$)/.test(path)) return null;
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile() || stats.size > MAX_BYTES) return null;
      const bytes = Buffer.alloc(stats.size);
      const length = readSync(file, bytes, 0, bytes.length, 0);
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length));
      return text.includes("\0") ? null : text;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
