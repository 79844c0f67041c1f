import type { Script } from "node:vm";

// Imported, they would take one file more: each costs a third of a millisecond.
const fs = process.getBuiltinModule("node:fs");
const vm = process.getBuiltinModule("node:vm");

/** The part of Node's modules that loading one takes; a file that was bundled as CommonJS has them. */
interface CommonModule {
  readonly exports: object;
  readonly require: (id: string) => unknown;
  filename: string;
  loaded: boolean;
}
type ModuleClass = new (file: string, parent: CommonModule) => CommonModule;
type Body = (
  exports: object,
  required: (id: string) => unknown,
  module: CommonModule,
  file: string,
  folder: string,
) => void;

const FOLLOW_NOTHING =
  fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);
const WRITABLE_BY_OTHERS = 0o022;
/** What a file of this program loads that is worth it, too. */
const LARGE = /^\.\/chunk-later-/;
/** The longest that is read, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * A file of this program, with what V8 compiled of it kept beside it: compiling takes longer than a decision.
 *
 * INVARIANT: what is kept is code, and is believed as far as the program's own file is: it has the file's owner, no one else may write it, it is
 * in the same folder, and it was made of this very file by this very Node. V8 looks at none of its bytes, so it is there
 * twice, and both have to be alike: that is read in a tenth of the time that a hash takes. Anything else counts as nothing, and the file is
 * compiled.
 */
export class KeptCode {
  readonly #parent: CommonModule;
  readonly #missing: (() => void)[] = [];

  /** @param parent the module that is loading, in the folder of the files */
  constructor(parent: CommonModule) {
    this.#parent = parent;
  }

  /** What the file exports. @param name as `./name` @param cache Node's modules by file, so that each is loaded once */
  load(name: string, cache: Record<string, CommonModule | undefined>): object {
    const folder = this.#parent.filename.slice(0, -"/bin.js".length);
    const file = folder + name.slice(1);
    const known = cache[file];
    if (known !== undefined) return known.exports;
    const bound = boundTo(file);
    if (bound === null) return this.#parent.require(name) as object;
    const kept = readKept(`${file}.code`, bound);
    const script = new vm.Script(
      `(function(exports,require,module,__filename,__dirname){${fs.readFileSync(file, "utf8")}\n})`,
      { filename: file, ...(kept === null ? {} : { cachedData: kept }) },
    );
    const module = new (this.#parent.constructor as ModuleClass)(file, this.#parent);
    module.filename = file;
    cache[file] = module;
    const body = script.runInThisContext() as Body;
    body(
      module.exports,
      (id) => (LARGE.test(id) ? this.load(id, cache) : module.require(id)),
      module,
      file,
      folder,
    );
    module.loaded = true;
    if (kept === null || script.cachedDataRejected === true)
      this.#missing.push(() => writeKept(`${file}.code`, bound, script));
    return module.exports;
  }

  /** Keeps what has been compiled by now, where that is missing and the folder may be written. Never throws. */
  keep(): void {
    try {
      for (const write of this.#missing) write();
    } catch {
      // Others own the program, or nothing can be written there.
    }
  }
}

/** Whose and which file something was made of. */
interface Bound {
  readonly text: string;
  readonly uid: number;
}

/** The time is that of its last change, which cannot be set back. Null where others may write the file, or owners are not known: nothing is kept. */
function boundTo(file: string): Bound | null {
  if (process.getuid === undefined) return null;
  const { uid, mode, dev, ino, size, ctimeMs } = fs.statSync(file);
  if ((mode & WRITABLE_BY_OTHERS) !== 0) return null;
  return {
    uid,
    text: `gatehouse-code 1 ${process.version} ${process.arch} ${dev} ${ino} ${size} ${ctimeMs}\n`,
  };
}

function readKept(path: string, { text, uid }: Bound): Buffer | null {
  let fd: number | null = null;
  try {
    fd = fs.openSync(path, FOLLOW_NOTHING);
    const stats = fs.fstatSync(fd);
    if (!stats.isFile() || stats.uid !== uid || (stats.mode & WRITABLE_BY_OTHERS) !== 0) return null;
    if (stats.size > MAX_BYTES) return null;
    const bytes = Buffer.allocUnsafeSlow(stats.size);
    if (fs.readSync(fd, bytes, 0, bytes.length, 0) !== bytes.length) return null;
    const half = bytes.length / 2;
    const [one, other] = [bytes.subarray(0, half), bytes.subarray(half)];
    if (Buffer.compare(one, other) !== 0 || one.toString("latin1", 0, text.length) !== text) return null;
    return one.subarray(text.length);
  } catch {
    return null;
  } finally {
    if (fd !== null) fs.closeSync(fd);
  }
}

function writeKept(path: string, { text, uid }: Bound, script: Script): void {
  if (process.geteuid?.() !== uid) return;
  const scratch = `${path}.${process.pid}.tmp`;
  const fd = fs.openSync(scratch, "wx", 0o644);
  try {
    const one = Buffer.concat([Buffer.from(text, "latin1"), script.createCachedData()]);
    const bytes = Buffer.concat([one, one]);
    if (fs.writeSync(fd, bytes) === bytes.length) fs.renameSync(scratch, path);
  } finally {
    fs.closeSync(fd);
    fs.rmSync(scratch, { force: true });
  }
}
