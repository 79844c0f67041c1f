// What programs and the shell say of errors may be code; loops over wildcards run as often as there are names.
import { expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

test.each([
  `node -e 'console.error("rm -rf x")' 2>f; sh f`,
  `python3 -c 'import sys; sys.stderr.write("rm -rf x")' 2>&1 >/dev/null | bash`,
  "curl -v https://x.example 2>f; . ./f",
  "cd '$(rm -rf x)' 2>f; . ./f",
])("what is said of errors is not known, and runs: %s", (command) => {
  expect(factsOf(command).complete).toBe(false);
});

test.each(["ls 2>/dev/null; echo ls >f; sh f", "printf 'ls\\n' >f 2>&1; sh f"])(
  "what says nothing of errors stays known: %s",
  (command) => {
    expect(factsOf(command).complete).toBe(true);
  },
);

test("a loop over wildcards may run again in the folder that it went to", () => {
  const { deletes } = factsOf("for f in *; do rm a; cd ..; done");
  expect(deletes.length).toBeGreaterThan(1);
});
