import path from "node:path";

import type { Plugin } from "rolldown";

/** A file of the sources that only hands out a module: one import of all of it, and a function that returns it. */
const FORM = /^import \* as (\w+) from ("[^"]+");$([\s\S]*)\breturn \1;/m;

/**
 * Lets the module behind each file `late-….ts` run on the first call instead of at the start. The import becomes a
 * `require` that the bundler resolves: it puts what only that module needs into functions, which V8 reads over when it
 * starts and compiles when they are called. No `require` is left in the output, so it runs wherever modules do.
 */
export function lateModules(): Plugin {
  return {
    name: "late-modules",
    transform(code, id) {
      if (!/^late-[\w-]+\.ts$/.test(path.basename(id)) || !FORM.test(code)) return null;
      return { code: code.replace(FORM, "$3return require($2);"), map: null };
    },
  };
}

/** How the bundler's own runtime runs a module once. */
const RUNTIME = /export var __esmMin = [\s\S]*?\n\};?\n|export var __commonJSMin = [\s\S]*?\n\);?\n/g;

const RETRYING: Readonly<Record<string, string>> = {
  __esmMin:
    "export var __esmMin = (run, result) => () => { if (run) { var body = run; run = 0; " +
    "try { result = body(0); } catch (error) { run = body; throw error; } } return result; };\n",
  __commonJSMin:
    "export var __commonJSMin = (run, module) => () => { if (!module) { " +
    "try { run((module = { exports: {} }).exports, module); } catch (error) { module = undefined; throw error; } } " +
    "return module.exports; };\n",
};

/**
 * A late module that failed because the caller left too little stack is run again the next time: otherwise it would stay
 * broken for as long as the process lives.
 */
export function retriedModules(): Plugin {
  return {
    name: "retried-modules",
    transform(code, id) {
      if (!id.includes("rolldown/runtime")) return null;
      const found = code.match(RUNTIME);
      if (found?.length !== 2) throw new Error("the bundler's runtime has changed: look at `RETRYING`");
      return {
        code: code.replace(RUNTIME, (text) => RETRYING[/__\w+/.exec(text)?.[0] ?? ""] ?? text),
        map: null,
      };
    },
  };
}
