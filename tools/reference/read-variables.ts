import { parseAst } from "rolldown/parseAst";
import { LOADERS } from "../../packages/agents/src/init/loaders.table.js";
import { AGENTS } from "../../packages/hosts/src/agents/agents.js";
import { visit } from "../codes/code-source.js";
import { bindingName, type Node, nodesIn } from "../imports/syntax.js";

/** Names in capitals that are not variables of the environment that Gatehouse reads. */
const NOT_READ: ReadonlySet<string> = new Set([
  // Codes of Node's errors.
  "ERR_MODULE_NOT_FOUND",
  "ERR_STREAM_DESTROYED",
  "ERR_UNKNOWN_FILE_EXTENSION",
  "MODULE_NOT_FOUND",
  // A word of Gemini CLI's file of trusted folders.
  "DO_NOT_TRUST",
  // How Windows spells it.
  "Path",
  // Set for commands of hooks, to find what they have started.
  "GATEHOUSE_RUN",
  // Passed on as they are to the Node that makes a snapshot.
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
  // Found in the environment of other processes: an agent gives it to what it starts.
  ...AGENTS.flatMap(({ marks = [] }) => marks),
  // Taken away from what hooks start.
  ...LOADERS,
]);
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const ENVIRONMENTS = /^(?:env|environment)$/;

/**
 * The variables of the environment that sources name, each with the first file that does: strings in capitals with an underline, and
 * whatever is read of an `env` or `environment`.
 *
 * @param files the texts of TypeScript sources, by path
 */
export function readVariables(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [file, text] of files) {
    visit(parseAst(text, { lang: "ts" }, file) as unknown as Node, (node) => {
      const names = [...namedIn(node), ...readIn(node)];
      for (const name of names) if (!NOT_READ.has(name) && !found.has(name)) found.set(name, file);
    });
  }
  return found;
}

/** A name in a table, which is read elsewhere. */
function namedIn(node: Node): readonly string[] {
  const { value } = node;
  return node.type === "Literal" && typeof value === "string" && VARIABLE.test(value) ? [value] : [];
}

/** `env["NAME"]`, `io.env["NAME"]`, `process.env.NAME`. */
function readIn(node: Node): readonly string[] {
  if (node.type !== "MemberExpression") return [];
  const object = nodesIn(node["object"])[0];
  const holder = bindingName(object?.type === "MemberExpression" ? object["property"] : object);
  const key = nodesIn(node["property"])[0];
  if (!ENVIRONMENTS.test(holder) || key === undefined) return [];
  const name = node["computed"] === true ? key["value"] : bindingName(key);
  return typeof name === "string" && /^[A-Z]/.test(name) ? [name] : [];
}
