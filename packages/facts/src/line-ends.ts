import type { FactLists } from "./fact-lists.js";
import type { FactSpan } from "./facts.js";

/** The text without the carriage returns before its line ends; `null` where it has none. */
export function withoutReturns(text: string): string | null {
  if (!text.includes("\r")) return null;
  const plain = text.replaceAll("\r\n", "\n").replace(/\r$/, "");
  return plain === text ? null : plain;
}

/** Runs a reading of the text without them, and gives what it found the places of the text itself. */
export function withPlacesOf(text: string, lists: FactLists, read: () => void): void {
  const all: readonly { span: FactSpan }[][] = [
    lists.unknown,
    lists.commands,
    lists.reads,
    lists.writes,
    lists.deletes,
    lists.network,
    lists.executes,
    lists.actions,
    lists.env,
    lists.tables,
  ];
  const before = all.map(({ length }) => length);
  read();
  const returns: number[] = [];
  for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 1)) returns.push(at);
  const placed = (offset: number): number => {
    // Each carriage return before it moves it by one; the list is in order.
    let [low, high] = [0, returns.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((returns[middle] ?? 0) - middle < offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  };
  all.forEach((list, i) => {
    for (let j = before[i] ?? 0; j < list.length; j++) {
      const fact = list[j];
      if (fact !== undefined) list[j] = { ...fact, span: [placed(fact.span[0]), placed(fact.span[1])] };
    }
  });
}
