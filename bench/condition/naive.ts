import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import type { Decide } from "./by-hand.js";
import type { Dialect } from "./dialect.js";

type Read = (event: JsonObject) => JsonValue | undefined;

/** A closure for every node, as one writes it first. */
export const naive: Dialect<Decide> = {
  and: (parts) => parts.reduceRight((rest, first) => (event) => first(event) && rest(event)),
  or: (parts) => parts.reduceRight((rest, first) => (event) => first(event) || rest(event)),
  not: (part) => (event) => !part(event),
  equals(path, constant) {
    const read = reader(path);
    return (event) => read(event) === constant;
  },
  test(method, path, part) {
    const read = reader(path);
    return (event) => {
      const value = read(event);
      return typeof value === "string" && value[method](part);
    };
  },
};

function reader(path: readonly string[]): Read {
  return path.reduce<Read>(
    (object, key) => (event) => {
      const value = object(event);
      return typeof value === "object" && value !== null ? (value as JsonObject)[key] : undefined;
    },
    (event) => event,
  );
}

/** JavaScript text, for conditions that stand in for hand-written ones in the background. */
export const javascript: Dialect<string> = {
  and: (parts) => `(${parts.join(" && ")})`,
  or: (parts) => `(${parts.join(" || ")})`,
  not: (part) => `!${part}`,
  equals: (path, constant) => `(e.${path.join("?.")} === ${JSON.stringify(constant)})`,
  test: (method, path, part) => `(e.${path.join("?.")}?.${method}(${JSON.stringify(part)}) === true)`,
};
