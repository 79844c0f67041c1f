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

/** A command and the words behind it that are written as they are, by the public grammar. */
export interface WrittenCommand {
  readonly name: string;
  readonly words: readonly string[];
}

/** The commands of a text of PowerShell whose names are written, by its public grammar; `null`: it is not one for that grammar. */
export function commandsOf(text: string): readonly WrittenCommand[] | null {
  const tree = parser.parse(text);
  if (tree === null || tree.rootNode.hasError) return null;
  const all = tree.rootNode.descendantsOfType("command").flatMap((command) => {
    const [named, elements] = ["command_name", "command_elements"].map((type) =>
      command?.children.find((one) => one?.type.startsWith(type)),
    );
    const name = plainWord((named?.text ?? "").replaceAll(/`(?=[^0abefnrtuv])/g, ""));
    if (name === null || !/^[A-Za-z][\w.-]*$/.test(name)) return [];
    const words = (elements?.children ?? []).flatMap((one) =>
      one !== null && /parameter|generic_token|array_literal/.test(one.type)
        ? (plainWord(one.text) ?? [])
        : [],
    );
    return [{ name, words }];
  });
  tree.delete();
  return all;
}

/** What a word gives, where nothing in it is expanded. */
function plainWord(text: string): string | null {
  const quoted = /^(["'])([^"'`$]*)\1$/.exec(text)?.[2];
  if (quoted !== undefined) return quoted;
  return /^[^"'`$(){}@,;%|<>&*?[\]]+$/.test(text) ? text : null;
}
