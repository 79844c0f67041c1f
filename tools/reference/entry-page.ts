import { SCOPE } from "../scope.js";
import type { ApiItem, ApiModel } from "./api-model.js";
import { docComment } from "./doc-comment.js";
import { pageName } from "./index-page.js";
import { lineText, pageText } from "./page-text.js";
import { exportLists } from "./export-lists.js";

/** What a page is made of. */
export interface EntrySource {
  /** As users import it. */
  readonly specifier: string;
  /** What the package is for, of its manifest. */
  readonly description: string;
  readonly model: ApiModel;
  /** The entry's API report: it has what is exported from other packages, which the model leaves out. */
  readonly report: string;
}

/** The sections of a page, and what is in each. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  Functions: ["Function"],
  Classes: ["Class"],
  Interfaces: ["Interface"],
  Types: ["TypeAlias", "Enum"],
  Values: ["Variable", "Namespace"],
};

/** The page of one entry: each exported name with its declaration and what its comment says. */
export function entryPage({ specifier, description, model, report }: EntrySource): string {
  const { fromOthers: others, renamed } = exportLists(report);
  const items = model.members[0].members.map((item) => {
    const name = renamed.get(item.name ?? "");
    return name === undefined ? item : { ...item, name };
  });
  const sections = Object.entries(SECTIONS)
    .map(([title, kinds]) => ({ title, groups: byName(items.filter(({ kind }) => kinds.includes(kind))) }))
    .filter(({ groups }) => groups.length > 0);
  const shown = sections.flatMap(({ groups }) => groups.flatMap((group) => group));
  const missing = items.filter((item) => !shown.includes(item));
  if (missing.length > 0)
    throw new Error(`${specifier}: no section has ${missing.map(({ kind }) => kind).join(", ")}`);
  const anchors = anchorsOf(specifier, sections);
  return `${[
    `# ${specifier}`,
    `<!-- \`pnpm api\` writes this page of the declarations and their comments. -->`,
    `${description}.`,
    ...sections.flatMap(({ title, groups }) => [
      `## ${title}`,
      ...groups.flatMap((group) => itemText(group, anchors)),
    ]),
    ...(others.length === 0
      ? []
      : [
          "## From other packages",
          others.map(({ name, from }) => `- \`${name}\` of ${entryLink(from)}`).join("\n"),
        ]),
  ].join("\n\n")}\n`;
}

function entryLink(specifier: string): string {
  const shown = `\`${specifier}\``;
  return specifier.startsWith(`${SCOPE}/`) ? `[${shown}](${pageName(specifier)})` : shown;
}

interface Section {
  readonly title: string;
  readonly groups: readonly (readonly ApiItem[])[];
}

/** Overloads belong together. */
function byName(items: readonly ApiItem[]): readonly (readonly ApiItem[])[] {
  const groups = new Map<string, ApiItem[]>();
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item]);
  return [...groups.values()];
}

function nameOf(item: ApiItem): string {
  return item.name ?? item.kind;
}

/** The anchors of the headings, in the order of the page: names that differ in their case alone get numbers. */
function anchorsOf(specifier: string, sections: readonly Section[]): ReadonlyMap<string, string> {
  const used = new Map<string, number>([[slugOf(specifier), 1]]);
  const anchors = new Map<string, string>();
  const anchorOf = (heading: string): string => {
    const slug = slugOf(heading);
    const before = used.get(slug) ?? 0;
    used.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  };
  for (const { title, groups } of sections) {
    anchorOf(title);
    for (const [item] of groups) if (item !== undefined) anchors.set(nameOf(item), anchorOf(nameOf(item)));
  }
  return anchors;
}

function slugOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}_-]/gu, "");
}

function itemText(group: readonly ApiItem[], anchors: ReadonlyMap<string, string>): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const code = group.map(declarationOf).join("\n");
  const members = (first.members ?? []).flatMap((member) => memberText(member, anchors));
  return [
    `### ${nameOf(first)}`,
    `\`\`\`typescript\n${code}\n\`\`\``,
    ...group.flatMap((item) => commentText(item, anchors)),
    ...(members.length === 0 ? [] : [members.join("\n")]),
  ];
}

function declarationOf(item: ApiItem): string {
  const text = textOf(item);
  if (item.kind === "Variable") return `const ${text};`;
  if (item.members === undefined || !["Class", "Interface"].includes(item.kind)) return text;
  // What follows a line break is indented already.
  const members = item.members.map((member) => `    ${textOf(member)}`);
  return [`${text.trimEnd()} {`, ...members, "}"].join("\n");
}

function textOf({ excerptTokens }: ApiItem): string {
  return excerptTokens
    .map(({ text }) => text)
    .join("")
    .replace(/^export (?:declare )?/, "");
}

function commentText({ docComment: comment = "" }: ApiItem, anchors: ReadonlyMap<string, string>): string[] {
  const { text, params, returns, throws, examples, see } = docComment(comment);
  const list = [
    ...params.map((param) => `- \`${param.name}\`: ${lineText(param.text, anchors)}`),
    ...(returns === undefined ? [] : [`- Returns ${lineText(returns, anchors)}`]),
    ...throws.map((one) => `- Throws ${lineText(one, anchors)}`),
    ...see.map((one) => `- See ${lineText(one, anchors)}`),
  ];
  return [
    ...(text === "" ? [] : [pageText(text, anchors)]),
    ...(list.length === 0 ? [] : [list.join("\n")]),
    ...examples.map((code) =>
      pageText(code.includes("```") ? code : `\`\`\`typescript\n${code}\n\`\`\``, anchors),
    ),
  ];
}

/** What is said of a member, in one line; the declaration above shows its type. */
function memberText(member: ApiItem, anchors: ReadonlyMap<string, string>): string[] {
  const { text, params, returns, throws } = docComment(member.docComment ?? "");
  const parts = [
    text,
    ...params.map((param) => `\`${param.name}\`: ${param.text}.`),
    ...(returns === undefined ? [] : [`Returns ${returns}`]),
    ...throws.map((one) => `Throws ${one}`),
  ].filter((part) => part !== "");
  return parts.length === 0 ? [] : [`- \`${nameOf(member)}\`: ${lineText(parts.join(" "), anchors)}`];
}
