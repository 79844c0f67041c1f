import type { Plugin } from "rolldown";

const IMPORT =
  /^import\s*(?:(?<name>[\w$]+)|\*\s*as\s*(?<all>[\w$]+)|\{(?<names>[^}]*)\})\s*from\s*"(?<builtin>node:[a-z/_]+)";/gm;

/**
 * Modules of Node are asked for by name instead of being imported. An import reads every property of the module once, and
 * some are made when they are first read: standard streams, web cryptography, promises of files. That takes
 * longer than a decision.
 */
export function plainBuiltins(): Plugin {
  return {
    name: "plain-builtins",
    renderChunk(code) {
      // Minified, imports follow each other on one line.
      const lines = code.replace(/;import(?=[\s{*"])/g, ";\nimport");
      return lines.replace(IMPORT, (whole, ...rest) => {
        const { name, all, names, builtin } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
        if (builtin === undefined) return whole;
        const wanted = name ?? all ?? `{${(names ?? "").replace(/([\w$]+) as ([\w$]+)/g, "$1:$2")}}`;
        return `const ${wanted}=globalThis.process.getBuiltinModule("${builtin}");`;
      });
    },
  };
}
