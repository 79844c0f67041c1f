import { Composer, type CST, type Node, Parser, type YAMLError } from "yaml";
import type { Source } from "../text/source.js";
import { causeOf } from "./cause-of.js";
import { guardYaml, type YamlProblem } from "./guard-yaml.js";

/** A parsed YAML document; `root` is null when it is empty or has a problem. Of several problems, only the first: what follows is often its consequence. */
interface ParsedYaml {
  readonly root: Node | null;
  readonly problems: readonly YamlProblem[];
}

/**
 * Parses YAML 1.2 strictly: no tags, anchors, aliases, merge keys, directives or second document, text keys only, and
 * whatever the parser only warns of is an error. Duplicate keys are left to the reader of the tree.
 *
 * @param schema `failsafe` keeps every scalar a string, `core` reads numbers, booleans and null
 */
export function parseYaml(text: Source["text"], schema: "core" | "failsafe"): ParsedYaml {
  const tokens: string[] = [];
  const refused = guardYaml(text, tokens);
  if (refused !== null) return { root: null, problems: [causeOf(text, refused)] };
  const composer = new Composer({
    version: "1.2",
    schema,
    strict: true,
    stringKeys: true,
    // Quadratic in the parser; the tree's reader looks for duplicates in linear time.
    uniqueKeys: false,
    merge: false,
    resolveKnownTags: false,
  });
  // The last one is made even of an empty text.
  const [document, second] = composer.compose(parsed(tokens), true, text.length);
  if (document === undefined) return { root: null, problems: [] };
  const found: { readonly code: YAMLError["code"]; readonly at: number }[] = [
    ...document.errors,
    ...document.warnings,
  ].map(({ code, pos }) => ({ code, at: pos[0] }));
  if (second !== undefined) found.push({ code: "MULTIPLE_DOCS", at: second.range[0] });
  const [first] = found.toSorted((a, b) => a.at - b.at);
  if (first === undefined) return { root: document.contents, problems: [] };
  return { root: null, problems: [causeOf(text, problemOf(first.code, first.at))] };
}

/** What `parseDocument` of the library does with a string, from tokens: the guard has made them already. */
function* parsed(tokens: readonly string[]): Generator<CST.Token, void> {
  const parser = new Parser();
  for (const token of tokens) yield* parser.next(token);
  yield* parser.end();
}

type Said = Omit<YamlProblem, "offset">;

const syntax = (message: string, cure: string): Said => ({ code: "yaml-syntax", message, cure });

const QUOTE_ALL = "put the whole value into single quotes";
const COLON_OR_LINES = syntax("a value holds a colon and a blank, or spans lines", QUOTE_ALL);
const NOT_YAML = syntax(
  "the text is not valid YAML here",
  "put the whole value into single quotes, or correct the indentation",
);

/** What the parser's codes mean. */
const PROBLEMS: { readonly [Code in YAMLError["code"]]?: Said } = {
  MULTIPLE_DOCS: {
    code: "yaml-documents",
    message: "a second YAML document is refused",
    cure: "put it into a file of its own, or remove the line `---`",
  },
  NON_STRING_KEY: {
    code: "yaml-key",
    message: "a YAML key must be a string",
    cure: "write `key: value`",
  },
  TAG_RESOLVE_FAILED: {
    code: "yaml-tag",
    message: "a YAML tag is refused",
    cure: "remove the tag, or quote the value",
  },
  TAB_AS_INDENT: syntax("a tab is used as indentation", "indent with blanks"),
  BAD_DQ_ESCAPE: syntax(
    "an unknown escape in double quotes",
    "use single quotes, or write the backslash twice",
  ),
  BAD_SCALAR_START: syntax("a plain value cannot begin with this character", QUOTE_ALL),
  MISSING_CHAR: syntax("a closing quote or bracket, or a colon, is missing", "add it"),
  BLOCK_AS_IMPLICIT_KEY: COLON_OR_LINES,
  MULTILINE_IMPLICIT_KEY: COLON_OR_LINES,
  BAD_INDENT: syntax("the indentation does not match any line above", "indent with the lines above"),
};

/** The parser's messages may repeat the text, which may hold a secret: only its codes are used. */
function problemOf(code: YAMLError["code"], offset: number): YamlProblem {
  return { offset, ...(PROBLEMS[code] ?? NOT_YAML) };
}
