/** Words that are left out, one at a time. */
const MOST_WORDS = 60;

/** The string without one of its words, each in turn, and then without several that follow each other; the first one, a program's name, stays. */
export function fewerWords(text: string): readonly string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.length > MOST_WORDS) return [];
  const without = (from: number, count: number): string =>
    [...words.slice(0, from), ...words.slice(from + count)].join(" ");
  return [1, 2, 3].flatMap((count) => words.slice(count).map((_, from) => without(from + 1, count)));
}

/** Two strings as one, in the ways that a person would try; a beginning that both have is there once. */
export function togetherWith(text: string, more: string): readonly string[] {
  if (text === "" || more === "") return [];
  let same = 0;
  while (same < text.length && text[same] === more[same]) same++;
  const rest = more.slice(same).trim();
  return [
    ...(same > 0 && rest !== "" ? [`${text} ${rest}`] : []),
    `${text} ${more}`,
    `${text}${more}`,
    `${more} ${text}`,
    `${more}${text}`,
  ];
}
