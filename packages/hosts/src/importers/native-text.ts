import { Document, isCollection, isScalar } from "yaml";
import { type JsonObject, isList } from "@gatehouse-hooks/json";
import { visibleName } from "../text/characters.js";
import type { ImportedFile } from "./import-rules.js";

const WIDTH = 110;
const VERSION = "version: 1\n";

/** The native policy file of imported rules: each policy below a comment that says where it is from and how it differs. */
export function nativeText(files: readonly Pick<ImportedFile, "path" | "policies">[]): string {
  const policies = files.flatMap(({ path, policies: found }) =>
    found.map(({ policy, from, also = [], differs }) => {
      const places = [from, ...also].map(({ line, column, text }) => `${path}:${line}:${column} ${text}`);
      const comment = [...places, ...(differs === undefined ? [] : [`Differs: ${differs}.`])];
      const [first = "", ...lines] = yamlOf(policy).trimEnd().split("\n");
      const body = [`  - ${first}`, ...lines.map((line) => (line === "" ? "" : `    ${line}`))];
      return `${comment.flatMap(wrapped).join("\n")}\n${body.join("\n")}\n`;
    }),
  );
  const head = `# Written by \`gatehouse import\`. It is yours: change it, and run \`gatehouse test\`.\n${VERSION}`;
  return policies.length === 0 ? `${head}policies: []\n` : `${head}policies:\n${policies.join("\n")}`;
}

/** A policy as people write it: a long condition as a block, each test on a line. */
function yamlOf({ tests, ...rest }: JsonObject): string {
  const document = new Document(rest, { aliasDuplicateObjects: false });
  const when = document.get("when", true);
  if (isScalar(when) && typeof when.value === "string" && /["\\]/.test(when.value))
    when.type = "BLOCK_FOLDED";
  const list = isList(tests) ? tests : [];
  const lines = list.map((test) => {
    const one = new Document(test, { aliasDuplicateObjects: false });
    if (isCollection(one.contents)) one.contents.flow = true;
    return `  - ${one.toString({ lineWidth: 0 }).trimEnd()}\n`;
  });
  return document.toString({ lineWidth: WIDTH }) + (lines.length > 0 ? `tests:\n${lines.join("")}` : "");
}

/** Lines of a comment; what a YAML file may not hold is left out. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of visibleName(text.replaceAll(/\s+/g, " ")).split(" ")) {
    if (line !== "" && line.length + word.length > WIDTH) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line].map((one, index) => `  # ${index === 0 ? "" : "  "}${one}`);
}
