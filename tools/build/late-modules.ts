import path from "node:path";

import type { CodeSplittingNameFunction, Plugin } from "rolldown";

/** An import of all of a module, which a function of the same file hands out. */
const IMPORT = /^import \* as (\w+) from ("[^"]+");$/gm;

/** Files of packages that hand out a module. */
const HAND_OUT: readonly string[] = [
  "condition/src/parse/parse.ts",
  "engine/src/full-reading.ts",
  "hosts/src/docker-agent/host.ts",
  "hosts/src/gatehouse/host.ts",
  "hosts/src/gatehouse/packs/packs.ts",
  "hosts/src/json-schemas/index.ts",
  "hosts/src/mayros/config.ts",
  "hosts/src/mayros/host.ts",
  "hosts/src/mimir/host.ts",
  "hosts/src/mimir/registry.ts",
  "hosts/src/read-data-file.ts",
  "languages/src/read-language.ts",
  "languages/src/read-script.ts",
  "local/src/facts/index.ts",
  "shell/src/parse-shell.ts",
];

/** The modules that a listed file hands out: the name that each has there, and its specifier in quotes. */
function handedOut(code: string, id: string): readonly (readonly [string, string])[] {
  const place = id.split(path.sep).join("/");
  if (!HAND_OUT.some((file) => place.endsWith(`/packages/${file}`))) return [];
  const found = [...code.matchAll(IMPORT)]
    .map(([, name = "", specifier = ""]): readonly [string, string] => [name, specifier])
    .filter(([name]) => code.includes(`return ${name};`));
  if (found.length === 0) throw new Error(`${id}: hands out no module`);
  return found;
}

/** The plugin, and the modules that are behind the files it has seen. */
export interface LateModules {
  readonly plugin: Plugin;
  readonly found: ReadonlySet<string>;
  /** The entries of the bundle. */
  readonly entries: () => string[];
}

/**
 * Lets the modules that listed files hand out run on the first call instead of at the start. For the bundler the import
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
      let text = code;
      for (const [name, specifier] of handedOut(code, id)) {
        const target = await this.resolve(JSON.parse(specifier) as string, id);
        if (target === null) throw new Error(`${id}: its module was not found`);
        found.add(target.id);
        const module = form === "later" ? `import(${specifier})` : `lateNow(import(${specifier}))`;
        text = text
          .replace(`import * as ${name} from ${specifier};\n`, "")
          .replace(`return ${name};`, `return ${module};`);
      }
      return text === code ? null : { code: text, map: null };
    },
  };
  return { plugin, found, entries: () => [...entries] };
}

/** Late modules that a bundle of an embedder's leaves out where it does not name what hands them out: the examples of packs are large. */
const APART = /[\\/]packs[\\/](?:load-pack\.ts|pack-examples\.json)$/;

/**
 * Groups of the bundler: all that only late modules need is one file, however many late modules there are, but for those apart, and what
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
      if (!atOnce.has(id)) return APART.test(id) ? "late-packs" : "late";
      return entries.has(id) ? null : "main";
    },
  };
}
