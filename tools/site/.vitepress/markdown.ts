import { readFileSync } from "node:fs";
import path from "node:path";
import { slug } from "github-slugger";
import type { MarkdownOptions } from "vitepress";
import { fenceWords } from "../fence-words.js";
import { linkTarget, type LinkContext } from "../link-target.js";

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0];
type Token = ReturnType<Markdown["parse"]>[number];

/** What VitePress tells of the page that is rendered: `realPath` is where it is read, `path` where it is on the site. */
interface Environment {
  readonly path: string;
  readonly realPath?: string;
}

/** How the repository's Markdown becomes pages: GitHub's anchors, links between sources, fences with words, no templates. */
export function markdownOptions(context: LinkContext): MarkdownOptions {
  return {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // Braces and `:words:` are text in these documents.
    attrs: { disable: true },
    anchor: { slugify: slug },
    config(md) {
      md.disable("emoji", true);
      textIsNotTemplate(md);
      fencesWithWords(md);
      linksBetweenSources(md, context);
      picturesWithSize(md);
    },
  };
}

/** `{{` is what placeholders of prompts begin with; Vue must not see one. */
function textIsNotTemplate(md: Markdown): void {
  const { text } = md.renderer.rules;
  md.renderer.rules.text = (...args) => (text?.(...args) ?? "").replaceAll("{{", "&#123;&#123;");
  md.renderer.rules.code_inline = (tokens, index) =>
    `<code v-pre>${escaped(tokens[index]?.content ?? "")}</code>`;
}

function fencesWithWords(md: Markdown): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index] as Token;
    const { language, isRun, isOutput, exitCode } = fenceWords(token.info);
    token.info = language === "" ? "text" : language;
    const html = fence?.(tokens, index, ...rest) ?? "";
    const classes = [isRun ? "is-run" : "", isOutput ? "is-output" : ""].filter((name) => name !== "");
    const exits = exitCode === 0 ? "" : `<span class="exit">exit code ${exitCode}</span>`;
    return html
      .replace('<div class="', `<div class="${classes.map((name) => `${name} `).join("")}`)
      .replace(/<span class="lang">([^<]*)<\/span>/, (_, name: string) => {
        const label = isOutput ? "output" : name;
        return `<span class="lang">${label === "text" ? "" : label}</span>${exits}`;
      });
  };
}

function linksBetweenSources(md: Markdown, context: LinkContext): void {
  md.core.ruler.push("links-between-sources", (state) => {
    const env = state.env as Environment;
    const from = path.relative(context.root, env.realPath ?? env.path).replaceAll(path.sep, "/");
    for (const { type, children } of state.tokens)
      if (type === "inline" && children !== null) followLinks(children, from, context);
  });
}

function followLinks(tokens: readonly Token[], from: string, context: LinkContext): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "link_open") continue;
    const target = linkTarget(token.attrGet("href") ?? "", from, context);
    if (target.kind === "page" || target.kind === "repository") token.attrSet("href", target.href);
    if (target.kind !== "file") continue;
    // Without an address of the repository the reader is told the file, and nothing can be clicked.
    const end = tokens.findIndex(({ type }, at) => at > index && type === "link_close");
    const close = tokens[end] as Token;
    const said = tokens.slice(index + 1, end);
    const isSaid = said.some(({ content }) => content !== "" && target.file.endsWith(content));
    const name = isSaid ? "" : ` <code v-pre class="source">${escaped(target.file)}</code>`;
    Object.assign(token, { type: "html_inline", tag: "", nesting: 0, content: "", attrs: null });
    Object.assign(close, { type: "html_inline", tag: "", nesting: 0, content: name });
  }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A picture of this repository says its size, so that nothing moves when it is there. */
function picturesWithSize(md: Markdown): void {
  const { image } = md.renderer.rules;
  md.renderer.rules.image = (tokens, index, options, env: Environment, self) => {
    const token = tokens[index] as Token;
    const src = token.attrGet("src") ?? "";
    if (/\.(?:svg|png)$/.test(src) && !src.includes(":")) {
      const [width, height] = sizeOf(path.join(path.dirname(env.realPath ?? env.path), src));
      token.attrSet("width", width);
      token.attrSet("height", height);
      if (!src.startsWith(".")) token.attrSet("src", `./${src}`);
    }
    return image?.(tokens, index, options, env, self) ?? "";
  };
}

/** The first chunk of a PNG begins with its width and its height, in four bytes each. */
const PNG_SIZE = 16;

function sizeOf(file: string): readonly [width: string, height: string] {
  const bytes = readFileSync(file);
  if (file.endsWith(".png"))
    return [String(bytes.readUInt32BE(PNG_SIZE)), String(bytes.readUInt32BE(PNG_SIZE + 4))];
  const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(bytes.toString("utf8")) ?? [];
  if (width === undefined || height === undefined) throw new Error(`${file}: expected a width and a height`);
  return [width, height];
}
