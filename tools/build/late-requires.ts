import type { Plugin } from "rolldown";

/** A module that is only handed out: see `late-modules.ts`. */
const LATE =
  /\blateNow\(\s*Promise\.resolve\(\)\.then\(\(\) => (require\(["'][^"']+["']\)|[\w$]+)\)(?:\.then\(\((\w+)\) => \2(\.[\w$]+)\))?\s*\)/g;

/**
 * Hands out late modules in a CommonJS bundle: the whole module by `require`, when it is first asked for.
 *
 * @throws when the bundler writes the loading of a module in another form than expected
 */
export function lateRequires(): Plugin {
  return {
    name: "late-requires",
    renderChunk(code, { fileName }) {
      const text = code.replace(LATE, (_whole, required: string, _of, key = "") => `${required}${key}`);
      if (text.includes("lateNow("))
        throw new Error(`${fileName}: a late module is loaded in an unknown form`);
      return text === code ? null : { code: text, map: null };
    },
  };
}
