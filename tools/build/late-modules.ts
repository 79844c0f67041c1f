import path from "node:path";

import type { CodeSplittingNameFunction, Plugin } from "rolldown";

/** A file of the sources that only hands out a module: one import of all of it, and a function that returns it. */
const FORM = /^import \* as (\w+) from ("[^"]+");$([\s\S]*)\breturn \1;/m;

/** Files that hand out a module beside what else they do. */
const HAND_OUT: ReadonlySet<string> = new Set([
  "packages/languages/src/read-language.ts",
  "packages/languages/src/read-script.ts",
]);

function handsOut(id: string): boolean {
  if (/^late-[\w-]+\.ts$/.test(path.basename(id))) return true;
  return HAND_OUT.has(id.split(path.sep).slice(-4).join("/"));
}

/** The plugin, and the modules that are behind the files it has seen. */
export interface LateModules {
  readonly plugin: Plugin;
  readonly found: ReadonlySet<string>;
  /** The entries of the bundle. */
  readonly entries: () => string[];
}

/**
 * Lets the module behind each file `late-….ts`, and those that are listed, run on the first call instead of at the start. For the bundler the import
 * becomes a dynamic one, which puts what only that module needs into chunks of their own; `wrapLateChunks` then makes
 * functions of them, so that the call needs no promise. In CommonJS the call is a `require`, as `lateRequires` writes it.
 *
 * @param form `at once` where `lateRequires` follows
 */
export function lateModules(form: "later" | "at once" = "later"): LateModules {
  const found = new Set<string>();
  const entries: string[] = [];
  const plugin: Plugin = {
    name: "late-modules",
    async transform(code, id) {
      if (this.getModuleInfo(id)?.isEntry === true) entries.push(id);
      const match = handsOut(id) ? FORM.exec(code) : null;
      if (match === null) return null;
      const target = await this.resolve(JSON.parse(match[2] ?? "") as string, id);
      if (target === null) throw new Error(`${id}: its module was not found`);
      found.add(target.id);
      const handedOut = form === "later" ? "import($2)" : "lateNow(import($2))";
      return { code: code.replace(FORM, `$3return ${handedOut};`), map: null };
    },
  };
  return { plugin, found, entries: () => [...entries] };
}

/**
 * Groups of the bundler: all that only late modules need is one file, however many late modules there are, and what
 * runs at once is another, so that an entry has no names besides its own. Nothing where no module is late.
 */
export function lateGroup(late: LateModules): {
  readonly name: CodeSplittingNameFunction;
  readonly debugName: string;
} {
  const atOnce = new Set<string>();
  return {
    debugName: "late",
    name: (id, context) => {
      if (late.found.size === 0) return null;
      const work = atOnce.size === 0 ? late.entries() : [];
      const entries = new Set(late.entries());
      for (let next = work.pop(); next !== undefined; next = work.pop()) {
        if (atOnce.has(next)) continue;
        atOnce.add(next);
        const info = context.getModuleInfo(next);
        work.push(...(info?.importedIds ?? []));
        work.push(...(info?.dynamicallyImportedIds ?? []).filter((one) => !late.found.has(one)));
      }
      if (!atOnce.has(id)) return "late";
      return entries.has(id) ? null : "main";
    },
  };
}
