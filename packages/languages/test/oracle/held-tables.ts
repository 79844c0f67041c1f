/** What a database said that it did to tables; null where it refused the text. */
export type TablesSaid = readonly (readonly [does: "reads" | "writes" | "drops", table: string])[] | null;

/** The texts that were taken, and what was said of each: `reads users`. */
export function takenTexts(
  texts: readonly string[],
  said: readonly (TablesSaid | undefined)[],
): readonly { readonly text: string; readonly asked: readonly string[] }[] {
  return texts.flatMap((text, i) => {
    const asked = said[i];
    return asked === null || asked === undefined ? [] : [{ text, asked: asked.map((one) => one.join(" ")) }];
  });
}

/** Its table is changed, or gone, in a list: what is changed is read, and what is dropped is emptied. */
export function isMore(one: string, all: readonly string[]): boolean {
  return (
    ["writes", "drops"].some((does) => all.includes(`${does} ${one.slice(one.indexOf(" ") + 1)}`)) &&
    !one.startsWith("drops")
  );
}
