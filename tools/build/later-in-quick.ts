import path from "node:path";

import type { CodeSplittingNameFunction, Plugin } from "rolldown";

/** The name of the file. */
const LATER = "later";
/** That of what derives facts: larger than all the rest, and for policies that read them. */
const FACTS = "facts";
/** What no other file may need at once. */
export const NOT_AT_ONCE: readonly string[] = [LATER, FACTS];
const SHIM = "\0later:";

/**
 * What a quick hook needs only when a policy's condition has to be asked, which most calls come to an end without: the file, by its end, and
 * the functions and classes of it that other files import.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  "cli/src/facts/late-program-facts.ts": ["lateProgramFacts"],
  "condition/src/analysis/index.ts": [
    "analyze",
    "constantOf",
    "firstGroupsOf",
    "groupsOf",
    "likelihoodOf",
    "readsName",
  ],
  "condition/src/compile/index.ts": ["compile", "compileSealed", "isChecked", "readAst"],
  "condition/src/re2/index.ts": ["re2"],
  "engine/src/candidates/event-policies.ts": ["EventPolicies"],
  "engine/src/walk.ts": ["Walk"],
};

/** The files that only those need. */
const SELDOM =
  /packages\/(?:condition\/src\/(?!compile\/fold-unit)|engine\/src\/(?:candidates\/(?!path-reader|scanner|overlaps)|walk|rewrite))/;
/** The files that only facts need. */
const OF_FACTS = /packages\/(?:shell|facts|cli\/src\/facts|runtime\/src\/links)\/|\/node_modules\/unbash\//;
/** Files of their own: the entry, and what is particular to an agent. */
const OWN =
  /packages\/(?:cli\/src\/(?:bin|quick\/kept-code)\.ts|hosts\/src\/(?:claude-code\/(?!answer)|(?:codex|copilot|cursor|docker-agent|gemini-cli|opencode|qwen-code)\/))/;

/** The plugin, and the names of the files that modules belong to. */
export interface LaterInQuick {
  readonly plugin: Plugin;
  readonly chunkOf: CodeSplittingNameFunction;
}

/**
 * Leaves what a quick hook seldom needs out of the file that each hook reads: reading text over is what a start costs. In place of each
 * function and class there is one that loads the others on its first call; `laterAtOnce` makes that a `require`.
 */
export function laterInQuick(): LaterInQuick {
  const plugin: Plugin = {
    name: "later-in-quick",
    async resolveId(source, importer) {
      if (importer === undefined || importer.startsWith(SHIM) || !/^[.@]/.test(source)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      const end = found === null ? undefined : endOf(found.id);
      return found === null || end === undefined || isWithin(importer, end) ? null : SHIM + found.id;
    },
    load(id) {
      if (!id.startsWith(SHIM)) return null;
      const file = id.slice(SHIM.length);
      const names = PARTS[endOf(file) ?? ""] ?? [];
      return [
        ...names.map((name) => standIn(name, file)),
        // Small, and for values of the event: conditions are not asked.
        ...(file.endsWith(path.join("compile", "index.ts"))
          ? [`export { foldUnit } from ${JSON.stringify(path.join(path.dirname(file), "fold-unit.ts"))};`]
          : []),
      ].join("\n");
    },
  };
  return {
    plugin,
    chunkOf(id) {
      if (id.startsWith(SHIM)) return "quick";
      const file = id.split(path.sep).join("/");
      if (OWN.test(file)) return null;
      if (OF_FACTS.test(file)) return FACTS;
      return SELDOM.test(file) ? LATER : "quick";
    },
  };
}

function endOf(id: string): string | undefined {
  const file = id.split(path.sep).join("/");
  return Object.keys(PARTS).find((end) => file.endsWith(`/packages/${end}`));
}

/** A package's own files import the rest of a folder of theirs as they always do. */
function isWithin(importer: string, end: string): boolean {
  return (
    end.endsWith("/index.ts") &&
    importer
      .split(path.sep)
      .join("/")
      .includes(`/packages/${path.posix.dirname(end)}/`)
  );
}

function standIn(name: string, file: string): string {
  const all = `import(${JSON.stringify(file)})`;
  if (name === "re2")
    return `export const re2 = Object.freeze(Object.assign((source) => ${all}.re2(source), { glob: (source) => ${all}.re2.glob(source) }));`;
  return `export function ${name}(...given) { const to = ${all}.${name}; return new.target ? new to(...given) : to(...given); }`;
}

const LOADED =
  /Promise\.resolve\(\)\.then\(\(\) ?=> ?(require\((["'`])\.\/chunk-(?:later|facts)[^"'`]*\2\))\)(?:\.then\(\(?(\w+)\)? ?=> ?\3(\.\w+)\))?/g;

/** Makes the loading of what is needed later wait for nothing, in a text of CommonJS. */
export function laterAtOnce(code: string): string {
  return code.replace(LOADED, (_whole, required: string, _mark, _of, key = "") => `${required}${key}`);
}

const QUICK = /require\((["'`]\.\/chunk-quick[^"'`]*["'`])\)/;

/**
 * Lets the file that starts load the next one with what V8 kept of it.
 *
 * @throws when it does not load it in one place
 */
export function keptInStart(code: string): string {
  if (code.split(QUICK).length !== 3) throw new Error("bin.js should load the quick file in one place");
  return code.replace(QUICK, "keptCode.load($1, require.cache)");
}
