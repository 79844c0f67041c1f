const MAX_LENGTH = 80;

/** Gives each rule of a file an id that no other has: the file's name, then words of the rule. */
export function ruleIds(agent: string, path: string): (words: readonly string[]) => string {
  const file = (path.split(/[/\\]/).at(-1) ?? "").replace(/\.[^.]*$/, "");
  const seen = new Map<string, number>();
  return (words) => {
    const parts = [agent, slug(file), slug(words.join(" "))].filter((part) => part !== "");
    const id = parts.join("/").slice(0, MAX_LENGTH);
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return count === 1 ? id : `${id}~${count}`;
  };
}

function slug(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .replaceAll(/[^A-Za-z0-9._]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
