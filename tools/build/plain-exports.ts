import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/** How the bundler writes what a file gives to others of the bundle. */
const GETTER =
  /Object\.defineProperty\(exports, ("[^"]+"), \{\s*enumerable: true,\s*get: function \(\) \{\s*return ([\w$.]+);\s*\}\s*\}\);\s*/g;

/** Anything else about `exports`, such as what a file gives to everybody. */
const OTHER = /(?<![.\w$])exports\b(?!\s*:)/;

/**
 * Gives what a file of a CommonJS bundle exports to its others as values of one object without a prototype. The bundler makes a getter of
 * each: for V8 that is a function, a pair, and another shape of the object, seven objects for a name, which a snapshot of the program has
 * to hold, and each use is a call. What is assigned again after the file was loaded stays a getter.
 *
 * @param wanted the names of files that a hook loads
 * @throws Error where the bundler writes one of these in another form than expected
 */
export function plainExports(wanted: readonly string[]): Plugin {
  return {
    name: "plain-exports",
    renderChunk(code, { name, isEntry, isDynamicEntry }) {
      const getters = [...code.matchAll(GETTER)];
      const from = getters[0]?.index ?? code.length;
      const rest = code.replace(GETTER, "");
      // Getters are the end of a file, and all that it exports.
      if (getters.length === 0 || OTHER.test(rest) || rest !== code.slice(0, from)) {
        if (wanted.includes(name) && !isEntry && !isDynamicEntry)
          throw new Error(`the exports of the file \`${name}\` are in an unknown form`);
        return null;
      }
      const changed = assignedNames(parseAst(code));
      const members = getters.map(([, key = "", local = ""]) =>
        local.includes(".") || changed.has(local) ? `get ${key}() { return ${local}; }` : `${key}: ${local}`,
      );
      return { code: `${rest}module.exports = { __proto__: null, ${members.join(", ")} };\n`, map: null };
    },
  };
}

/** Names that are assigned anywhere but where they are declared, whatever they mean there. */
function assignedNames(program: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const work: { readonly node: unknown; readonly isTarget: boolean }[] = [{ node: program, isTarget: false }];
  for (let one = work.pop(); one !== undefined; one = work.pop()) {
    const { node, isTarget } = one;
    if (Array.isArray(node)) {
      for (const member of node as readonly unknown[]) work.push({ node: member, isTarget });
    } else if (typeof node === "object" && node !== null) {
      const { type, name } = node as { readonly type?: unknown; readonly name?: unknown };
      if (isTarget && type === "Identifier" && typeof name === "string") names.add(name);
      for (const [key, member] of Object.entries(node))
        work.push({ node: member, isTarget: isTarget || TARGETS.has(`${String(type)} ${key}`) });
    }
  }
  return names;
}

const TARGETS: ReadonlySet<string> = new Set([
  "AssignmentExpression left",
  "UpdateExpression argument",
  "ForInStatement left",
  "ForOfStatement left",
]);
