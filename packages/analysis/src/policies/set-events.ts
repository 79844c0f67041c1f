import type { CellUpdate, Policy } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject, type JsonValue, own } from "@gatehouse-hooks/json";
import { cellTests } from "./cell-reads.js";
import { nodePath, type ReadPath } from "./paths-of.js";
import { testsOf } from "./tests-of.js";

/** What an item of a list is called in the conditions of a cell. */
const ITEM = "it";
/** Values of the last event that a set is tried with. */
const MOST_VALUES = 3;

/** Where a policy reads the values that it looks for in cells: `params.to in memory.contacts`. */
export function askedPaths(policy: Policy): readonly ReadPath[] {
  return testsOf(policy)
    .flatMap((test) => cellTests(test))
    .flatMap(({ node }) => {
      const path = node.kind === "compare" && node.operator === "in" ? nodePath(node.left) : undefined;
      return path === undefined ? [] : [path];
    });
}

/** The event with a value at each of these paths: of arguments that it does not have. */
export function withAsked(event: JsonObject, paths: readonly ReadPath[]): JsonObject {
  return paths.reduce<JsonObject>(
    (made, path, i) =>
      path[0] === "params" && valueAt(made, path) === undefined ? placed(made, path, `value${i}`) : made,
    event,
  );
}

/** Are items of a list added that are not facts, which only a call has? */
export function addsItems({ each }: CellUpdate): boolean {
  return each !== undefined && each[0] !== "facts";
}

/** An event that adds to a set: once for each value that the last event is asked for. An item is that which `where` was found to hold for. */
export function addingEvents(
  event: JsonObject,
  update: CellUpdate,
  last: JsonObject,
  paths: readonly ReadPath[],
): readonly JsonObject[] {
  const { add, each } = update;
  const { [ITEM]: found, ...plain } = event;
  if (add === undefined || add[0] === "facts" || (each !== undefined && !addsItems(update))) return [plain];
  const values = paths.flatMap((path) => valueAt(last, path) ?? []).slice(0, MOST_VALUES);
  if (values.length === 0) return [plain];
  const item = isRecord(found) ? found : {};
  return values.map((value) =>
    each === undefined ? placed(plain, add, value) : placed(plain, each, [placed(item, add, value)]),
  );
}

function valueAt(event: JsonObject, path: ReadPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, key) => own(value, String(key)), event);
}

function placed(object: JsonObject, [key = "", ...deeper]: ReadPath, value: JsonValue): JsonObject {
  const before = own(object, String(key));
  const below = deeper.length === 0 ? value : placed(isRecord(before) ? before : {}, deeper, value);
  return { ...object, [key]: below };
}
