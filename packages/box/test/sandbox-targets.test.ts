import { type BoxProfile, SANDBOX_TARGETS, sandboxTarget } from "@gatehouse-hooks/box";
import { type JsonObject, own } from "@gatehouse-hooks/json";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";

const place = (glob: string) => ({ glob, except: [], policy: "p" });
const PROFILES: readonly BoxProfile[] = [
  { hidden: [], kept: [], writable: ["./"], network: { kind: "host" } },
  {
    hidden: [place("~/.ssh/**"), place("**/.env")],
    kept: [place("~/.config/gh/**"), place("./deploy/**")],
    writable: ["./"],
    network: { kind: "hosts", hosts: ["a.example", "b.example"] },
  },
  { hidden: [place("/etc/shadow")], kept: [], writable: ["./"], network: { kind: "hosts", hosts: [] } },
  { hidden: [], kept: [], writable: ["./"], network: { kind: "none" } },
];

const texts = fc.subarray(["a.example", "c.example", "~/.ssh", "~/mine", "git"]);
const odd = fc.constantFrom<unknown>(null, 1, "x", [], {}, true, false);
/** What may be in a file, of the right types or of others. */
function record(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> {
  const each = Object.entries(fields).map(
    ([key, one]) => [key, fc.oneof({ weight: 9, arbitrary: one }, odd)] as const,
  );
  return fc.record(Object.fromEntries(each), { requiredKeys: [] });
}
const FILES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  "claude-code": record({
    model: fc.constant("m"),
    sandbox: record({
      enabled: fc.boolean(),
      failIfUnavailable: fc.boolean(),
      allowUnsandboxedCommands: fc.boolean(),
      excludedCommands: texts,
      enableWeakerNestedSandbox: fc.boolean(),
      filesystem: record({ denyRead: texts, denyWrite: texts, allowRead: texts, allowWrite: texts }),
      network: record({ allowedDomains: texts, allowAllUnixSockets: fc.boolean() }),
    }),
  }),
  codex: record({
    model: fc.constant("m"),
    features: record({ network_proxy: fc.boolean(), other: fc.boolean() }),
    permissions: record({ other: fc.constant({}) }),
  }),
  cursor: record({
    type: fc.constantFrom("workspace_readwrite", "workspace_readonly", "insecure_none"),
    networkPolicy: record({ default: fc.constantFrom("allow", "deny"), allow: texts, deny: texts }),
  }),
};

describe("box-settings-narrow", () => {
  test.each(SANDBOX_TARGETS.map((target) => [target.agent, target] as const))(
    "%s: what is written holds what is generated and all that was denied before, and nothing of it is open",
    (agent, { generate, joined, openIn, generatedIn }) => {
      assertLaw(
        fc.property(FILES[agent] ?? fc.constant({}), fc.constantFrom(...PROFILES), (file, profile) => {
          const there = file as JsonObject;
          const { settings } = generate(profile);
          const written = joined(there, settings);
          expect(openIn(written)).toEqual([]);
          // Twice is once, from what was generated as from what was written.
          expect(joined(written, settings)).toEqual(written);
          expect(joined(written, generatedIn(written))).toEqual(written);
          const both = { was: there, ours: settings, now: written };
          for (const [key, wider] of LISTS[agent] ?? []) expectNarrower(both, key.split("."), wider);
          expect(written["model"]).toEqual(there["model"]);
        }),
      );
    },
  );
});

/** Lists of what is denied, which only grow, and of what is allowed, which only shrink. */
const LISTS: Readonly<Record<string, readonly (readonly [string, "denied" | "allowed"])[]>> = {
  "claude-code": [
    ["sandbox.filesystem.denyRead", "denied"],
    ["sandbox.filesystem.denyWrite", "denied"],
    ["sandbox.network.allowedDomains", "allowed"],
  ],
  cursor: [["networkPolicy.allow", "allowed"]],
};

function at(value: JsonObject, keys: readonly string[]): readonly unknown[] | undefined {
  const found = keys.reduce<unknown>((one, key) => own(one, key), value);
  return Array.isArray(found) ? (found as readonly unknown[]) : undefined;
}

function expectNarrower(
  { was, ours, now }: Readonly<Record<"was" | "ours" | "now", JsonObject>>,
  keys: readonly string[],
  kind: "denied" | "allowed",
): void {
  const [before, made, after] = [at(was, keys), at(ours, keys), at(now, keys)];
  if (kind === "denied") expect(after).toEqual(expect.arrayContaining([...(before ?? []), ...(made ?? [])]));
  else if (made !== undefined) for (const one of after ?? []) expect(made).toContain(one);
  // A list of a network that is open to all allows nothing that was not.
  const isOpen = own(own(was, "networkPolicy"), "default") === "allow" && keys[0] === "networkPolicy";
  if (kind === "allowed" && before !== undefined && !isOpen)
    for (const one of after ?? []) expect(before).toContain(one);
}

test("a list without hosts lets none through", () => {
  const empty: BoxProfile = { hidden: [], kept: [], writable: ["./"], network: { kind: "hosts", hosts: [] } };
  expect(sandboxTarget("codex")?.generate(empty).settings).toMatchObject({
    permissions: { gatehouse: { network: { enabled: false } } },
  });
  expect(sandboxTarget("cursor")?.generate(empty).settings).toMatchObject({
    networkPolicy: { default: "deny", allow: [] },
  });
  expect(sandboxTarget("aider")).toBeUndefined();
});
