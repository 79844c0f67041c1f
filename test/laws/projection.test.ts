import { project } from "@gatehouse-hooks/cache";
import { sealJsonObject } from "@gatehouse-hooks/json";
import type { Event } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { projectContext } from "../../packages/judge/src/project-context.js";
import { jsonValues } from "../arbitraries/events.js";
import { assertLaw } from "../assert-law.js";

const name = fc.constantFrom("toolName", "params", "x", "__proto__", "constructor", "0", "length", "");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("."));
const event = fc
  .dictionary(name, jsonValues, { maxKeys: 5 })
  .map((value) => sealJsonObject({ ...value, event: "e" }).value)
  .filter((value) => value !== undefined);

/** A verdict is reused for what its key was made of: the judge may see that, and nothing beside it. */
test("projection: what the judge is shown is what the key of its verdict is made of", () => {
  let parts = 0;
  const ran = assertLaw(
    fc.property(event, fc.array(path, { maxLength: 4 }), (one, paths) => {
      const keyed = project(one as unknown as Event, paths);
      if (Object.keys(keyed).length > 0) parts++;
      expect(JSON.parse(JSON.stringify(projectContext(one, paths)))).toEqual(
        JSON.parse(JSON.stringify(keyed)),
      );
    }),
  );
  // Paths that lead nowhere would prove nothing.
  expect(parts).toBeGreaterThan(ran / 10);
});
