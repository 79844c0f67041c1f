import { dockerAgentVariables } from "@gatehouse-hooks/hosts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";

const host = { HOME: "/home/me", HOOKS: "/opt/hooks", EMPTY: "", NESTED: "${env.HOME}" };
const { variables, workingDir } = dockerAgentVariables();
const before = { contract: "docker-agent-2026-05" } as const;

test.each([
  ["${env.HOOKS}/a", "/opt/hooks/a"],
  ["${env.HOOKS}${env.HOOKS}", "/opt/hooks/opt/hooks"],
  ["[${env.MISSING}]", "[]"],
  ["${env.NESTED}", "${env.HOME}"],
  ["${env.constructor}${env.__proto__}", ""],
  // Everything else is text.
  ["$HOOKS ${HOOKS} ~ ${env.} ${env.A-B} ${env.HOOKS", "$HOOKS ${HOOKS} ~ ${env.} ${env.A-B} ${env.HOOKS"],
])("env: %s", (text, expected) => {
  const need = { handler: { env: { A: text } } };
  expect(variables(need, host)).toEqual({ A: expected });
  expect(variables({ handler: { ...need.handler, ...before } }, host)).toEqual({});
});

test.each([
  [undefined, "."],
  ["scripts", "scripts"],
  ["~", "/home/me"],
  ["~/hooks", "/home/me/hooks"],
  ["${env.HOOKS}/a", "/opt/hooks/a"],
  ["${HOOKS}/a", "/opt/hooks/a"],
  ["$HOOKS/a", "/opt/hooks/a"],
  ["$NESTED", "${env.HOME}"],
  // Not the home of another user, and no tilde in the middle.
  ["~root/hooks", "~root/hooks"],
  ["a/~", "a/~"],
  // Without its variable the directory would be another one.
  ["$MISSING/hooks", "$MISSING/hooks"],
  ["${env.EMPTY}/hooks", "${env.EMPTY}/hooks"],
  ["~/$MISSING", "~/$MISSING"],
])("working_dir: %s", (written, expected) => {
  const need = { handler: written === undefined ? {} : { workingDir: written } };
  expect(workingDir(need, host)).toBe(expected);
  expect(workingDir({ handler: { ...need.handler, ...before } }, host)).toBe(written ?? ".");
});

test("a tilde without a home stays", () => {
  expect(workingDir({ handler: { workingDir: "~/hooks" } }, {})).toBe("~/hooks");
});

test("a value of the host is never looked at again, and text without references stays", () => {
  assertLaw(
    fc.property(
      fc.string(),
      fc.string().filter((text) => !/[$~]/.test(text)),
      (value, text) => {
        const need = { handler: { env: { A: `${text}\${env.V}` }, workingDir: text } };
        expect(variables(need, { V: value })).toEqual({ A: `${text}${value}` });
        expect(workingDir(need, { V: value })).toBe(text);
      },
    ),
  );
});
