/**
 * What Node runs to make a snapshot of the program (`node --build-snapshot`), and what then starts in it. No module but Node's own can be
 * required while it is made, so this file imports no other and loads the program's files by itself.
 */
import { lstatSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { compileFunction } from "node:vm";
import type * as V8 from "node:v8";
import type * as WarmHook from "./warm-hook.js";

declare const require: {
  (name: "internal/v8/startup_snapshot"): { readonly namespace: OfSnapshot };
  (name: "node:v8"): { readonly startupSnapshot: OfSnapshot };
  (name: string): unknown;
};
declare const __dirname: string;

type Exports = Record<string, unknown>;
type OfSnapshot = Pick<typeof V8.startupSnapshot, "setDeserializeMainFunction">;

/** The program's files that are in the snapshot. */
const loaded = new Map<string, { readonly exports: Exports }>();
let requireLate: ((name: string) => unknown) | undefined;

function load(name: string): unknown {
  if (!name.startsWith("./")) return require(name);
  const file = join(__dirname, name);
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  if (requireLate !== undefined) return requireLate(name);
  const module = { exports: {} };
  loaded.set(file, module);
  const parameters = ["exports", "require", "module", "__filename", "__dirname"];
  const run = compileFunction(readFileSync(file, "utf8"), parameters, { filename: file });
  Reflect.apply(run, module.exports, [module.exports, load, module, file, __dirname]);
  return module.exports;
}

/**
 * What says how a process starts in the snapshot. `node:v8` passes it on from a module of Node's that can be required under
 * `--expose-internals`; itself, it loads all streams, which each start would read, and no hook uses.
 */
function ofSnapshot(): OfSnapshot {
  const [own, passingOn] = ["internal/v8/startup_snapshot", "node:v8"] as const;
  try {
    return require(own).namespace;
  } catch {
    return require(passingOn).startupSnapshot;
  }
}

/** What changes with a file: a snapshot of other files is not of this program. */
function markOf(file: string): string {
  const { size, ino, mtimeMs, ctimeMs } = statSync(file);
  return [size, ino, mtimeMs, ctimeMs].join(" ");
}

/** Whether the program is as it was, and the snapshot as much its owner's as its own file. */
function isFresh(snapshot: string | undefined): boolean {
  try {
    if (snapshot === undefined || marks.some(([file, mark]) => markOf(file) !== mark)) return false;
    const { uid } = statSync(program);
    return [snapshot, dirname(snapshot)].every((place) => {
      const stats = lstatSync(place);
      return stats.uid === uid && (stats.mode & 0o022) === 0;
    });
  } catch {
    return false;
  }
}

/** Node loads what is not in the snapshot, and knows what is: no file of the program is there twice. */
function requireOfNode(isFresh: boolean): (name: string) => unknown {
  const { createRequire, Module } = process.getBuiltinModule("node:module") as unknown as {
    readonly createRequire: (file: string) => (name: string) => unknown;
    readonly Module: { readonly _cache: Record<string, unknown> };
  };
  if (isFresh)
    for (const [id, { exports }] of loaded)
      Module._cache[id] = { id, filename: id, loaded: true, exports, children: [], paths: [] };
  return createRequire(program);
}

/** Methods that Node 20 has not while a snapshot is made, only when it runs. */
const LATER = {
  toReversed: {
    configurable: true,
    value(this: unknown[]) {
      return [...this].reverse();
    },
  },
  toSorted: {
    configurable: true,
    value(this: unknown[], compare?: (one: unknown, other: unknown) => number) {
      return [...this].sort(compare);
    },
  },
};
const missing = Object.entries(LATER).filter(([name]) => !Object.hasOwn(Array.prototype, name));
for (const [name, method] of missing) Reflect.defineProperty(Array.prototype, name, method);

const program = join(__dirname, "bin.js");
let marks: readonly (readonly [file: string, mark: string])[] = [];
process.argv[1] = program;
const { warmUp, start, IS_FRESH } = load("./chunk-warm-hook.cjs") as typeof WarmHook;
void warmUp().then(() => {
  for (const [name] of missing) Reflect.deleteProperty(Array.prototype, name);
  // Rows of programs that were read are in the snapshot, too.
  const rows = readdirSync(__dirname).filter((name) => /^chunk-rows-\w+\.txt$/.test(name));
  marks = [program, ...loaded.keys(), ...rows.map((name) => join(__dirname, name))].map((file) => [
    file,
    markOf(file),
  ]);
  // What V8 compiles for the question is in the snapshot, too.
  isFresh(program);
});

ofSnapshot().setDeserializeMainFunction(() => {
  const at = process.execArgv.indexOf("--snapshot-blob");
  const snapshot = process.execArgv[at + 1];
  // What this process starts is not started from it.
  process.execArgv = process.execArgv.slice(0, at);
  const [, started = program, ...args] = process.argv;
  if (started !== program || !isFresh(snapshot)) {
    requireOfNode(false)(started);
    return;
  }
  requireLate = (name) => {
    requireLate = requireOfNode(true);
    return requireLate(name);
  };
  if (args[0] !== IS_FRESH) void start(args);
});
