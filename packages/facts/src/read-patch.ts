/** A file that a patch changes. */
interface PatchFile {
  readonly does: "add" | "update" | "delete" | "move";
  readonly path: string;
}

const NOTHING = "/dev/null";
const GIT = "diff --git ";
const MOST_FILES = 200;

/** Lines that say which files a patch changes; the others are its hunks. */
export const PATCH_HEADER: RegExp =
  /^(?:(?:---|\+\+\+|\*\*\*) |Index: |diff --git |(?:rename|copy) (?:from|to) |deleted file mode |GIT binary patch)/;

/**
 * Files of a patch: the lines `*** Add File: …`, else those of a unified diff, a context diff, or of Git: renames, copies and binary files. Where
 * two names are said of one file, the program chooses: it may be either. Linear; at most 200.
 */
export function patchFiles(text: string): readonly PatchFile[] {
  const files = new PatchFiles();
  for (const line of text.split("\n")) {
    if (files.all.length >= MOST_FILES) break;
    if (PATCH_HEADER.test(line) && !files.readOwn(line.trimEnd())) files.readDiff(line);
  }
  return files.all;
}

class PatchFiles {
  readonly all: PatchFile[] = [];
  /** The old name of a file whose new one comes next. */
  #before: string | null = null;
  /** The line before was of a context diff: its new name is behind `---`. */
  #isContext = false;
  /** What `diff --git` named last. */
  #named: readonly [old: string, fresh: string] | null = null;

  /** A line of the patches that agents write. */
  readOwn(line: string): boolean {
    const own = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line);
    if (own?.[1] !== undefined && own[2] !== undefined) {
      this.#add(own[1] === "Add" ? "add" : own[1] === "Delete" ? "delete" : "update", own[2].trim());
      return true;
    }
    const moved = /^\*\*\* Move to: (.+)$/.exec(line)?.[1];
    if (moved === undefined) return /^\*\*\* (?:Begin|End) /.test(line);
    const last = this.all.at(-1);
    if (last?.does === "update") this.all[this.all.length - 1] = { does: "move", path: last.path };
    this.#add("add", moved.trim());
    return true;
  }

  readDiff(line: string): void {
    if (line.startsWith(GIT)) {
      // A name may have spaces: what comes last is the new one.
      const at = Math.max(line.lastIndexOf(" b/"), line.lastIndexOf(' "b/'), GIT.length);
      this.#named = [nameOf(line.slice(GIT.length, at)), nameOf(line.slice(at + 1))];
    } else if (line.startsWith("GIT binary")) this.#add("update", this.#named?.[1]);
    else if (line.startsWith("deleted file")) this.#add("delete", this.#named?.[0]);
    else this.#readName(line);
  }

  #readName(line: string): void {
    const [, what = "", name = ""] = /^(\S+(?: (?:from|to))?) (.*)$/.exec(line) ?? [];
    const path = nameOf(name);
    if (what === "Index:" || what === "rename to" || what === "copy to") this.#add("update", path);
    else if (what === "rename from") this.#add("delete", path);
    else if (what === "+++" || (what === "---" && this.#isContext)) this.#pair(path);
    else if (what === "---" || (what === "***" && !name.endsWith("****"))) {
      this.#before = path;
      this.#isContext = what === "***";
    }
  }

  /** The new name of a file, behind its old one. */
  #pair(path: string): void {
    const before = this.#before;
    [this.#before, this.#isContext] = [null, false];
    if (path === NOTHING) this.#add("delete", before ?? path);
    else this.#add(before === NOTHING ? "add" : "update", path);
    if (path !== NOTHING && before !== null && before !== NOTHING && before !== path)
      this.#add("update", before);
  }

  #add(does: PatchFile["does"], path: string | undefined): void {
    if (path === undefined || path === "") return;
    if (!this.all.some((one) => one.path === path && one.does === does)) this.all.push({ does, path });
  }
}

/** A name without the folder that stands for a side, and without what is behind it. */
function nameOf(given: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(given)?.[1];
  const name = quoted === undefined ? (given.split("\t", 1)[0] ?? "").trimEnd() : unescaped(quoted);
  return name.replace(/^[ab]\//, "");
}

const LETTERS: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
};

/** What a name in quotes is: bytes may be written as octal numbers. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{1,3}|.)/g, (_, one: string) =>
    /^[0-7]/.test(one)
      ? String.fromCharCode(Number.parseInt(one, 8))
      : Object.hasOwn(LETTERS, one)
        ? (LETTERS[one] ?? one)
        : one,
  );
}
