import type { JsonObject, JsonValue } from "./json-value.js";
import { jsonOf } from "./lookup.js";
import { isRecord, ownProperties } from "./own.js";

/** Which properties to take: all of a value, or some of an object's. */
type Wanted = "all" | Map<string, Wanted>;

/**
 * The part of an object that the paths name, in the object's own shape, without prototypes: of an event, what a judge with
 * `uses` sees, and the context of its verdict key.
 *
 * Paths are property names joined by dots (`params.command`). A path through anything but an object, and one that
 * does not exist, selects nothing; a path into what another path already takes whole adds nothing. The order and
 * repetition of paths do not matter. Own properties only, and no getter is called.
 *
 * @example project({ event: "x", toolName: "exec", params: { command: "ls", cwd: "/" } }, ["params.command"])
 * // { params: { command: "ls" } }
 */
export function project(object: JsonObject, paths: readonly string[]): JsonObject {
  return take(object, plan(paths));
}

function plan(paths: readonly string[]): Map<string, Wanted> {
  const root = new Map<string, Wanted>();
  for (const path of paths) {
    let at = root;
    const names = path.split(".");
    const last = names.pop() ?? "";
    let covered = false;
    for (const name of names) {
      const next = at.get(name) ?? new Map<string, Wanted>();
      covered = next === "all";
      if (next === "all") break;
      at.set(name, next);
      at = next;
    }
    if (!covered) at.set(last, "all");
  }
  return root;
}

function take(from: object, wanted: Map<string, Wanted>): JsonObject {
  const taken = ownProperties<Record<string, JsonValue>>({});
  for (const [name, what] of wanted) {
    const value = jsonOf(Object.getOwnPropertyDescriptor(from, name)?.value);
    if (value === undefined) continue;
    if (what === "all") taken[name] = value;
    else if (isRecord(value)) {
      const part = take(value, what);
      if (Object.keys(part).length > 0) taken[name] = part;
    }
  }
  return taken;
}
