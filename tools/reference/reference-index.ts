import { markdownTable } from "./markdown-table.js";

/** A page of the reference: its place below `docs/reference`, and its text. */
export interface ReferencePage {
  readonly name: string;
  readonly text: string;
}

/** Pages that are kept elsewhere in `docs`. */
const ELSEWHERE: readonly (readonly [title: string, link: string, text: string])[] = [
  [
    "Events and tools",
    "../events.md",
    "The events, tools and parameters of every agent, against the canonical ones.",
  ],
  ["What agents can express", "../hosts.md", "What becomes of each answer in each agent."],
  ["Facts", "../facts.md", "What a tool call may do, as conditions read it."],
  ["Memory", "../memory.md", "What happened before, as conditions read it."],
  ["Arena", "../arena.md", "What rules over where values come from stop on recorded attacks."],
  ["Packs", "../packs.md", "Policies that come with Gatehouse."],
  [
    "Packages",
    "../../packages/README.md",
    "What each package is for. Its `api` folder lists what its entries export; the site has a page for each entry.",
  ],
  ["Codes", "../codes.md", "Every code of an issue, failure or notice, with a cure."],
];

/**
 * The index of the reference, as Markdown.
 *
 * @param pages those below `docs/reference`; each is listed with its title and its first sentence
 */
export function referenceIndex(pages: readonly ReferencePage[]): string {
  const own = pages.map(({ name, text }) => [`[${titleOf(text)}](${name})`, firstSentence(text, name)]);
  const others = ELSEWHERE.map(([title, link, text]) => [`[${title}](${link})`, text]);
  return [
    "# Reference",
    "",
    "<!-- Written by `pnpm reference`; do not edit. -->",
    "",
    "To look things up. To learn them, read the [guide](../guide/rollout.md) or a package's README; what things mean exactly is in each package's SPEC.",
    "",
    markdownTable(["page", "has"], [...own, ...others]),
    "",
  ].join("\n");
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? "";
}

/** The first sentence of the first paragraph, without its links: they are relative to another page. */
function firstSentence(text: string, name: string): string {
  const paragraph = text
    .split(/\n{2,}/)
    .find((part) => !part.startsWith("#") && !part.startsWith("<!--") && part.trim() !== "");
  if (paragraph === undefined) throw new Error(`docs/reference/${name} has no text`);
  const plain = paragraph.replaceAll(/\s+/g, " ").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return (plain.split(/(?<=[.:]) /)[0] ?? plain).replace(/:$/, ".");
}
