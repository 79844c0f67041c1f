import type { Definition, Image, Link } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { visit } from "unist-util-visit";

/** An address in a Markdown text, and where it is. */
export interface MarkdownLink {
  readonly kind: "link" | "image";
  readonly url: string;
  /** Line, from 1. */
  readonly line: number;
  /** The first and one past the last character of the address in the text. */
  readonly start: number;
  readonly end: number;
}

/** The addresses of a text, in order, and what cannot be told exactly. */
export interface MarkdownLinks {
  readonly links: readonly MarkdownLink[];
  readonly problems: readonly string[];
}

/** What comes before the address of each kind of node. */
const BEFORE = { link: "](", image: "](", definition: "]:" } as const;

/** Finds the links and images of a Markdown text, not those in code. HTML with an address of its own is a problem. */
export function markdownLinks(text: string): MarkdownLinks {
  const links: MarkdownLink[] = [];
  const problems: string[] = [];
  visit(fromMarkdown(text), (node) => {
    const line = node.position?.start.line ?? 0;
    if (node.type === "html" && RELATIVE_IN_HTML.test(node.value))
      problems.push(`line ${line}: HTML with a relative address: write it as Markdown`);
    if (node.type !== "link" && node.type !== "image" && node.type !== "definition") return;
    // `<https://…>`, and addresses without any brackets.
    if (node.type === "link" && text[node.position?.start.offset ?? 0] !== "[") return;
    const start = addressStart(node, text);
    if (start === undefined)
      problems.push(`line ${line}: \`${node.url}\` is not written as it is: leave out the escapes`);
    else
      links.push({
        kind: node.type === "image" ? "image" : "link",
        url: node.url,
        line,
        start,
        end: start + node.url.length,
      });
  });
  return { links, problems };
}

const RELATIVE_IN_HTML = /\b(?:src|srcset|href)\s*=\s*["']?(?!["'\s#]|https:)/i;

/** Where the address of a node is in the text: the tree has only the place of the whole node. */
function addressStart(node: Link | Image | Definition, text: string): number | undefined {
  const { start, end } = node.position ?? {};
  if (start?.offset === undefined || end?.offset === undefined) return undefined;
  const label = node.type === "link" ? node.children.at(-1)?.position?.end.offset : undefined;
  const before = text.indexOf(BEFORE[node.type], label ?? start.offset);
  const at = text.indexOf(node.url, before + BEFORE[node.type].length);
  return before === -1 || at === -1 || at + node.url.length > end.offset ? undefined : at;
}
