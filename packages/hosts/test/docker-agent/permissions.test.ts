import fc from "fast-check";
import { expect, test } from "vitest";
import { decideWith, loadFile, nobody } from "./rig.js";
import { assertLaw } from "../../../../test/assert-law.js";

function effectOf(permissions: object, toolName: string, input: object = {}): string {
  const { policies, issues } = loadFile({ permissions });
  expect(issues).toEqual([]);
  return decideWith(policies, { event: "pre_tool_use", tool_name: toolName, tool_input: input }, nobody)
    .effect;
}

test.each([
  // A number, a list or a mapping cannot be compared with a glob: the strict side counts.
  ["t:n=4*", { n: 42 }, "deny", "abstain"],
  ["t:n=4*", { n: [4] }, "deny", "abstain"],
  ["t:n=4*", { n: "42" }, "deny", "allow"],
  ["t:n=4*", { n: "24" }, "abstain", "abstain"],
  ["t:n=42", { n: 42 }, "deny", "allow"],
  ["t:n=42", { n: 43 }, "abstain", "abstain"],
  ["t:n=1e+06", { n: 1_000_000 }, "deny", "allow"],
  ["t:n=tr*", { n: true }, "deny", "allow"],
  ["t:n=tr*", { n: false }, "abstain", "abstain"],
  ["t:n=*", { n: { a: 1 } }, "deny", "allow"],
  ["t:n=*", {}, "abstain", "abstain"],
  // The same argument twice: both must hold.
  ["t:c=rm*:c=*-rf*", { c: "rm -rf /" }, "deny", "allow"],
  ["t:c=rm*:c=*-rf*", { c: "ls -rf" }, "abstain", "abstain"],
  // Own arguments only.
  ["t:constructor=*", {}, "abstain", "abstain"],
  ["t:c=a[^b]c", { c: "a/c" }, "deny", "allow"],
  ["t:c=a[b", { c: "a[b" }, "deny", "allow"],
  ["t:c=a.c", { c: "abc" }, "abstain", "abstain"],
] as const)("%s on %j: as deny %s, as allow %s", (pattern, input, asDeny, asAllow) => {
  expect(effectOf({ deny: [pattern] }, "t", input)).toBe(asDeny);
  expect(effectOf({ allow: [pattern] }, "t", input)).toBe(asAllow);
});

test("deny beats everything, in every mode", () => {
  const rules = fc.subarray(["*", "shell", "s*", "shell:cmd=rm*"], { minLength: 1 });
  assertLaw(
    fc.property(
      fc.record({ allow: rules, ask: rules, deny: rules }),
      fc.constantFrom("", "strict", "balanced", "autonomous"),
      (permissions, mode) => {
        const { policies } = loadFile({ permissions });
        const event = {
          event: "pre_tool_use",
          tool_name: "shell",
          tool_input: { cmd: "rm x" },
          safety_policy: mode,
          safety_label: "safe",
          tool_read_only: true,
        };
        expect(decideWith(policies, event, nobody).effect).toBe("deny");
      },
    ),
    { quick: 30 },
  );
});

/** The documented meaning of `*`, `?` and a backslash, by recursion on the pattern. */
function globMatches(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  const [first = "", second = ""] = pattern;
  if (first === "*") {
    return globMatches(pattern.slice(1), text) || (text !== "" && globMatches(pattern, text.slice(1)));
  }
  if (text === "") return false;
  if (first === "?") return globMatches(pattern.slice(1), text.slice(1));
  const literal = first === "\\" && second !== "" ? second : first;
  const rest = first === "\\" && second !== "" ? 2 : 1;
  return literal.toLowerCase() === text[0]?.toLowerCase() && globMatches(pattern.slice(rest), text.slice(1));
}

test("a glob matches what its documentation says", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "B", "b", "/", "\n", ".", "*", "\\"), maxLength: 6 });
  const glob = fc
    .array(fc.constantFrom("a", "b", "*", "?", "\\*", "\\a", ".", "/", "(", "|", "+", "$"), { maxLength: 6 })
    .map((parts) => parts.join(""));
  assertLaw(
    fc.property(glob, text, (pattern, value) => {
      const matched = effectOf({ deny: [`t:c=${pattern}`] }, "t", { c: value }) === "deny";
      expect(matched).toBe(globMatches(pattern, value));
    }),
    { quick: 300 },
  );
});
