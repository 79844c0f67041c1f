import {
  isList,
  isRecord,
  isSealed,
  type JsonValue,
  lookup,
  ownKeys,
  type Value,
  withMember,
} from "@gatehouse-hooks/json";
import type { CellUpdate } from "../facts/cell.js";
import { FACTS } from "../facts/derive.js";
import type { SealedEvent } from "../facts/deriving.js";
import { readsFacts } from "../facts/reads-facts.js";
import { atPath } from "./remember.js";
import type { SeenEvent } from "./seen.js";

/** What an update adds to a set; null where that cannot be known. */
export function addedStrings(update: CellUpdate, seen: SeenEvent): readonly string[] | null {
  const { each, add = [] } = update;
  const root = seen.at(each ?? add);
  if (seen.event === null || root === null) return null;
  if (each === undefined) {
    const holds = whereHolds(update, seen, seen.event);
    return holds === null ? null : strings(holds ? [root.value] : []);
  }
  if (each[0] === FACTS && !isList(root.value)) return null;
  const found: Value[] = [];
  for (const item of itemsAt(root.value)) {
    const holds = whereHolds(update, seen, seen.withItem(seen.event, item));
    if (holds === null) return null;
    if (holds) found.push(atPath(item, add));
  }
  return strings(found);
}

/** The items of a list; the objects in an object, each with its name there as `key`. */
export function itemsAt(value: Value): readonly JsonValue[] {
  if (isList(value)) return value;
  if (!isRecord(value)) return [];
  return ownKeys(value).flatMap((key) => {
    const item = lookup(value, key);
    return typeof item === "object" && item !== null && isSealed(item) ? [withMember(item, "key", key)] : [];
  });
}

function strings(found: readonly Value[]): readonly string[] {
  return found.filter((one) => typeof one === "string");
}

/** Whether an item is added; null where that cannot be known. */
export function whereHolds({ where }: CellUpdate, seen: SeenEvent, event: SealedEvent): boolean | null {
  if (where?.ast == null) return true;
  const scope = readsFacts(where.ast) ? seen.withFacts(event) : event;
  const outcome = scope === null ? null : seen.holds(where.ast, scope);
  return typeof outcome === "boolean" ? outcome : null;
}
