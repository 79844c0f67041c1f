/** A comment of a declaration, by what its parts are about. Texts are Markdown. */
export interface DocComment {
  readonly text: string;
  readonly params: readonly Named[];
  readonly returns?: string;
  readonly throws: readonly string[];
  readonly examples: readonly string[];
  readonly see: readonly string[];
}

/** What is said of one parameter. */
export interface Named {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a comment as API Extractor writes it into its model.
 *
 * @throws Error for a tag that would be left out without a word
 */
export function docComment(comment: string): DocComment {
  const [first = "", ...blocks] = linesOf(comment)
    .join("\n")
    .split(/^@(?=[a-zA-Z])/m);
  const parts = blocks.map((block) => {
    const [, tag = "", rest = ""] = /^([a-zA-Z]+)\s?([^]*)$/.exec(block) ?? [];
    return { tag, rest: rest.trim() };
  });
  const known = ["param", "typeParam", "returns", "throws", "example", "see", "remarks", "public"];
  const unknown = parts.find(({ tag }) => !known.includes(tag));
  if (unknown !== undefined) throw new Error(`no page says what \`@${unknown.tag}\` means`);
  const of = (tag: string): string[] => parts.filter((part) => part.tag === tag).map(({ rest }) => rest);
  const [returns] = of("returns");
  return {
    text: [first.trim(), ...of("remarks")].filter((part) => part !== "").join("\n\n"),
    params: [...of("typeParam"), ...of("param")].map(named),
    ...(returns !== undefined && { returns }),
    throws: of("throws"),
    examples: of("example"),
    see: of("see"),
  };
}

/** The lines between the stars. */
function linesOf(comment: string): string[] {
  return comment
    .replace(/^\s*\/\*\*/, "")
    .replace(/\*\/\s*$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd());
}

function named(text: string): Named {
  const [, name = "", rest = ""] = /^(\S+)(?:\s+-)?\s*([^]*)$/.exec(text) ?? [];
  return { name, text: rest };
}
