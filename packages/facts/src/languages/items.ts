import { type CodeValue, data, everyIn, opaque, originsIn, itemsOfValue } from "./value.js";

/** What a loop over it goes through. */
export function itemsOf(value: CodeValue): readonly CodeValue[] {
  return itemsOfValue(value).flatMap((one): readonly CodeValue[] => {
    if (one.kind === "list") return one.items.length === 0 ? [data()] : one.items;
    if (one.kind === "record") return [data(originsIn(one)), ...everyIn(one)];
    if (one.kind === "instance" || one.kind === "opaque" || one.kind === "place" || one.kind === "method")
      return [opaque("item", originsIn(one))];
    return [data(originsIn(one))];
  });
}
