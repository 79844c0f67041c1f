import { parser } from "@lezer/python";

/** A piece of a program's tree. */
export interface PythonNode {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly children: readonly PythonNode[];
}

/** What is longer, or nested deeper, is not parsed: the parser's work grows faster than the text there. */
const MOST = { text: 8_192, brackets: 32, depth: 120, nodes: 30_000 };

// Python refuses the whole of a wrong text, so a parser that recovers would say what never happens.
const strict = parser.configure({ strict: true });

/** The tree of a program; `null` where it is not one, or is too long or nested too deeply to be read. */
export function parsePython(text: string): PythonNode | null {
  if (text.length > MOST.text || bracketsOf(text) > MOST.brackets) return null;
  // A last line without an end is no statement to the parser where it ends a block.
  const source = text.endsWith("\n") ? text : `${text}\n`;
  try {
    return treeOf(source);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

function treeOf(source: string): PythonNode | null {
  const cursor = strict.parse(source).cursor();
  type Open = {
    readonly name: string;
    readonly from: number;
    readonly to: number;
    readonly children: PythonNode[];
  };
  const open: Open[] = [];
  for (let count = 0; ; count++) {
    if (count > MOST.nodes || open.length > MOST.depth) return null;
    if (cursor.name !== "Comment") {
      open.push({ name: cursor.name, from: cursor.from, to: cursor.to, children: [] });
      if (cursor.firstChild()) continue;
      close(open, source);
    }
    while (!cursor.nextSibling()) {
      if (!cursor.parent()) return null;
      if (open.length === 1) return closed(open[0] ?? null, source);
      close(open, source);
    }
  }

  function close(all: Open[], of: string): void {
    const node = closed(all.pop() ?? null, of);
    if (node !== null) all.at(-1)?.children.push(node);
  }
  function closed(node: Open | null, of: string): PythonNode | null {
    if (node === null) return null;
    // A literal: to put something on a copy takes longer than all else here.
    const { name, from, to, children } = node;
    return { name, from, to, text: of.slice(from, to), children };
  }
}

/** How deeply brackets are nested at most; what is in strings counts, too, which only makes it more careful. */
function bracketsOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const one of text) {
    if (one === "(" || one === "[" || one === "{") most = Math.max(most, ++depth);
    else if (one === ")" || one === "]" || one === "}") depth = Math.max(0, depth - 1);
  }
  return most;
}
