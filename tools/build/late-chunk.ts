import { parseAst } from "rolldown/parseAst";

/** A chunk as a function, and the lines that were put before its text. */
export interface LateChunk {
  readonly code: string;
  readonly linesBefore: number;
}

/**
 * The text of a chunk as a module that exports `late`, which runs the chunk once and returns its exports. What it imports
 * is imported under other names and assigned when it runs, since the modules around it may import it in turn.
 *
 * @param isLate whether an imported file is such a chunk, too
 */
export function lateChunk(text: string, isLate: (specifier: string) => boolean): LateChunk {
  const imports: string[] = [];
  const names: string[] = [];
  const exported: string[] = [];
  let body = text;
  for (const node of parseAst(text).body) {
    if (node.type === "ImportDeclaration") {
      const from = JSON.stringify(node.source.value);
      if (isLate(node.source.value)) {
        imports.push(`import{late as late$of${imports.length}}from${from};`);
        const taken = node.specifiers.map((one) => `${importedName(one)}:${one.local.name}`);
        names.push(`const{${taken.join()}}=late$of${imports.length - 1}();`);
      } else {
        const taken = node.specifiers.map((one) => importAs(one, `${one.local.name}$given`));
        imports.push(
          taken.length === 0 ? `import${from};` : taken.map((one) => `import ${one} from${from};`).join(""),
        );
        for (const { local } of node.specifiers) names.push(`const ${local.name}=${local.name}$given;`);
      }
    } else if (node.type === "ExportNamedDeclaration" && node.declaration === null) {
      if (node.source !== null) throw new Error("a late chunk that passes exports on");
      for (const { exported: to, local } of node.specifiers) exported.push(`${nameOf(to)}:${nameOf(local)}`);
    } else if (node.type.startsWith("Export")) throw new Error(`a late chunk with ${node.type}`);
    else continue;
    body = blanked(body, node.start, node.end);
  }
  const [, inner = "", comment = ""] = /^([\s\S]*?)(\n\/\/# sourceMappingURL=.*\s*)?$/.exec(body) ?? [];
  const code = [
    `${imports.join("")}function run(){${names.join("")}`,
    inner,
    `return{${exported.join()}}}let loaded;export function late(){return loaded??=run()}`,
  ].join("\n");
  return { code: `${code}${comment}`, linesBefore: 1 };
}

type Named = { readonly type: string; readonly name?: string; readonly value?: string };
type Specifier = {
  readonly type: string;
  readonly local: { readonly name: string };
  readonly imported?: Named;
};

const nameOf = (node: Named): string => node.name ?? node.value ?? "";
const importedName = (one: Specifier): string =>
  one.type === "ImportDefaultSpecifier" ? "default" : one.imported === undefined ? "" : nameOf(one.imported);

function importAs(one: Specifier, name: string): string {
  return one.type === "ImportNamespaceSpecifier" ? `* as ${name}` : `{${importedName(one)} as ${name}}`;
}

/** Blanks instead of the text between two places, so that the others stay where they are. */
function blanked(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end);
}
