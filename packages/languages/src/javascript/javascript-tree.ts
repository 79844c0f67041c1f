import { type Program, parse } from "acorn";

/** What is longer, or nested deeper, is not parsed. */
const MOST = { text: 8_192, depth: 120 };

const GIVEN = {
  ecmaVersion: "latest",
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowHashBang: true,
} as const;

/** The tree of a program, of a module first; `null` where it is not one, or is too long or nested too deeply to be read. */
export function parseJavaScript(text: string): Program | null {
  if (text.length > MOST.text) return null;
  const tree = parsed(text, "module") ?? parsed(text, "script");
  return tree === null || isDeep(tree) ? null : tree;
}

function parsed(text: string, sourceType: "module" | "script"): Program | null {
  try {
    return parse(text, { ...GIVEN, sourceType });
  } catch (error) {
    // Node refuses the whole of a wrong text, too.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

function isDeep(tree: Program): boolean {
  const work: [object, number][] = [[tree, 0]];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const [node, depth] = next;
    if (depth > MOST.depth) return true;
    const values: readonly unknown[] = Object.values(node);
    for (const value of values) {
      if (typeof value === "object" && value !== null)
        work.push([value, Array.isArray(value) ? depth : depth + 1]);
    }
  }
  return false;
}
