/**
 * Markdown of a comment as it is put on a page: `{@link}` becomes a link or code, and what a site's compiler would take for
 * elements or expressions is escaped. Code stays as it is.
 *
 * @param anchors of the names on the page
 */
export function pageText(markdown: string, anchors: ReadonlyMap<string, string>): string {
  return markdown
    .replaceAll(/\{@link\s+([^\s|}]+)\s*(?:\|([^}]*))?\}/g, (_whole, name: string, label?: string) => {
      const shown = label === undefined ? `\`${name}\`` : label.trim();
      if (name.startsWith("https:")) return `[${label?.trim() ?? name}](${name})`;
      const anchor = anchors.get(name);
      return anchor === undefined ? shown : `[${shown}](#${anchor})`;
    })
    .split(/(```[^]*?```|`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 1 ? fenced(part) : escaped(part)))
    .join("");
}

/** On one line, for an entry of a list. */
export function lineText(markdown: string, anchors: ReadonlyMap<string, string>): string {
  return pageText(markdown, anchors).replaceAll(/\s*\n\s*/g, " ");
}

/** Examples of comments are not executed: they are parts of programs. */
function fenced(code: string): string {
  return code.replace(/^```(?:ts)?(?=\n)/, "```typescript");
}

function escaped(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;");
}
