import { compile, type Expr, readAst } from "@gatehouse-hooks/condition/compile";
import { re2 } from "@gatehouse-hooks/condition/re2";
import { isAbsolute, relative, resolve, sep } from "node:path";

/** A regular expression of RE2: its time is linear in the text. */
interface TextPattern {
  /** Whether it matches somewhere in the text; `"over-budget"`: the text is too long for the pattern to say. */
  readonly search: (text: string) => boolean | "over-budget";
}

/**
 * Compiles a pattern in the syntax of RE2: no look-around, no back-references, at most 1,000 characters.
 *
 * @param flags - any of `i` (letters of both cases), `m` (`^` and `$` at each line), `s` (`.` takes line ends).
 * @throws TypeError for an invalid pattern or flag.
 */
export function textPattern(source: string, flags: string = ""): TextPattern {
  if (!/^[ims]{0,3}$/.test(flags)) throw new TypeError(`expected flags of i, m and s, got \`${flags}\``);
  const span = [0, 0] as const;
  const search: Expr = {
    kind: "call",
    method: "matches",
    object: { kind: "name", name: "text", span },
    args: [{ kind: "literal", value: flags === "" ? source : `(?${flags})${source}`, span }],
    span,
  };
  const { ast, issues } = readAst(search, { patterns: re2 });
  if (ast === null) {
    throw new TypeError(
      `the pattern \`${source.slice(0, 200)}\` is refused: ${issues[0]?.message ?? "it is not a pattern"}`,
    );
  }
  const predicate = compile(ast);
  return { search: (text) => predicate({ text }) };
}

/** The pattern of a shell glob where `*` takes slashes, too: `*`, `?`, `[ab]`, `[!ab]`; the whole text must match. */
function globPattern(glob: string): TextPattern {
  let out = "";
  for (let at = 0; at < glob.length; at++) {
    const char = glob.charAt(at);
    if (char === "*") out += ".*";
    else if (char === "?") out += ".";
    else if (char === "[") {
      const end = glob.indexOf("]", at + (glob[at + 1] === "!" ? 3 : 2));
      if (end === -1) out += "\\[";
      else {
        const negated = glob[at + 1] === "!";
        const set = glob.slice(at + (negated ? 2 : 1), end).replace(/[\\^[\]]/g, "\\$&");
        out += `[${negated ? "^" : ""}${set}]`;
        at = end;
      }
    } else out += char.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
  }
  return textPattern(`^(?:${out})$`, "s");
}

/** Whether a path matches one of the globs, whole or by its last part. `*` takes slashes, too. */
export function fileMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map(globPattern);
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    // What is too long to be matched counts as matching: the hook runs.
    return patterns.some((pattern) => pattern.search(path) !== false || pattern.search(name) !== false);
  };
}

/** Whether the path, by its text alone, is under the root. Without a root everything does. */
export function isWithinRoot(root: string | undefined, path: string): boolean {
  if (root === undefined) return true;
  const way = relative(root, resolve(root, path));
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
