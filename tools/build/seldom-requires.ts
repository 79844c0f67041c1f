import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { SELDOM } from "./seldom.table.js";

/** The file of what is seldom run, and what its module is called where it is needed. */
const NAME = "seldom";
const MODULE = "require_seldom";
const REQUIRED = /^const require_seldom = (require\("\.\/chunk-seldom-[^"]+"\));$/m;

/** Is this module in that file? */
export function isSeldom(id: string): boolean {
  return SELDOM.some((place) => place.test(id));
}

/** The group of the bundler that has these modules. */
export const SELDOM_GROUP = { name: NAME, test: isSeldom, priority: 3 } as const;

/** The plugin, and the names under which files have put a function of that file into a table. */
export interface SeldomRequires {
  readonly plugin: Plugin;
  readonly passedOn: ReadonlySet<string>;
}

/**
 * Lets files require what is seldom run at the first call of one of its functions, not when they are loaded themselves. A function that is put
 * into a table while a file is loaded becomes one that requires it when it is called.
 *
 * @param files the names of these files; the others require it as usual
 * @throws Error where a file needs a value of it while it is loaded
 */
export function seldomRequires(files: readonly string[]): SeldomRequires {
  const passedOn = new Set<string>();
  const plugin: Plugin = {
    name: "seldom-requires",
    renderChunk(code, { name }) {
      const [line, required] = (files.includes(name) ? REQUIRED.exec(code) : null) ?? [];
      if (line === undefined || required === undefined) return null;
      const { tabled, needed } = usesAtOnce(parseAst(code));
      const [bad] = needed;
      if (bad !== undefined)
        throw new Error(
          `the file \`${name}\` needs seldom run code while it is loaded: ${code.slice(Math.max(0, bad.start - 80), bad.end)}`,
        );
      let text = code;
      for (const { start, end } of tabled.toReversed()) {
        const use = text.slice(start, end);
        passedOn.add(use.slice(MODULE.length + 1));
        text = `${text.slice(0, start)}(...given) => ${use}(...given)${text.slice(end)}`;
      }
      // In parentheses: behind `new`, the call would be the constructor.
      const called = text.replace(line, "").replaceAll(/\brequire_seldom\b/g, "(require_seldom())");
      const loads = `\nvar seldom_module;\nfunction require_seldom() {\n\treturn seldom_module ??= ${required};\n}\n`;
      return { code: `${called}${loads}`, map: null };
    },
  };
  return { plugin, passedOn };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

type Node = Readonly<Record<string, unknown>> & Partial<Place> & { readonly type?: string };

/** The uses of that file that run when the text itself is loaded: those in tables, and the others. */
function usesAtOnce(program: unknown): {
  readonly tabled: readonly Place[];
  readonly needed: readonly Place[];
} {
  const tabled: Place[] = [];
  const needed: Place[] = [];
  const work: { readonly node: unknown; readonly inTable: boolean }[] = [{ node: program, inTable: false }];
  for (let one = work.pop(); one !== undefined; one = work.pop()) {
    const { node, inTable } = one;
    if (Array.isArray(node)) {
      for (const member of node as readonly unknown[]) work.push({ node: member, inTable });
    } else if (isNode(node) && !runsLater(node)) {
      const { type, start = 0, end = 0 } = node;
      if (type === "MemberExpression" && isModule(node["object"]))
        (inTable && node["computed"] !== true ? tabled : needed).push({ start, end });
      else
        for (const [key, member] of Object.entries(node))
          work.push({ node: member, inTable: TABLES.has(`${type ?? ""} ${key}`) });
    }
  }
  return { tabled: tabled.sort((a, b) => a.start - b.start), needed };
}

const TABLES: ReadonlySet<string> = new Set(["Property value", "ArrayExpression elements"]);

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function isModule(node: unknown): boolean {
  return isNode(node) && node.type === "Identifier" && node["name"] === MODULE;
}

/** A function, or the first value of a field: neither runs while the file is loaded. */
function runsLater({ type = "", static: isStatic }: Node): boolean {
  return /^(?:Arrow)?Function/.test(type) || (type === "PropertyDefinition" && isStatic !== true);
}
