import { createRequire } from "node:module";
import path from "node:path";
import { Language, type Node, Parser } from "web-tree-sitter";

const folder = path.dirname(createRequire(import.meta.url).resolve("tree-sitter-powershell/package.json"));
await Parser.init();
const parser = new Parser().setLanguage(
  await Language.load(path.join(folder, "tree-sitter-powershell.wasm")),
);

/** The names of commands in a text of PowerShell, by its public grammar, as they are written; `null`: it is not one for that grammar. */
export function commandNames(text: string): readonly string[] | null {
  const tree = parser.parse(text);
  if (tree === null || tree.rootNode.hasError) return null;
  const names = tree.rootNode
    .descendantsOfType("command_name")
    .filter((one): one is Node => one !== null)
    .map((one) => one.text);
  tree.delete();
  return names;
}
