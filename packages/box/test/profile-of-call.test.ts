import { describe, expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import * as fc from "fast-check";
import {
  type BoxProfile,
  type CallFacts,
  matchesGlob,
  profileOfCall,
  segmentsOf,
  WIDEST,
} from "../src/index.js";

const NOTHING: CallFacts = { complete: true, commands: [], writes: [], deletes: [], network: [] };

function changing(...locals: readonly string[]): CallFacts["writes"] {
  return locals.map((local) => ({
    path: `/w/${local.replace(/^\.\/?/, "")}`,
    local,
    tree: false,
    place: "here",
  }));
}

test("what is not understood as a whole has no profile of its own", () => {
  expect(profileOfCall(WIDEST, { ...NOTHING, complete: false })).toBeNull();
});

describe("what can be written", () => {
  test.each([
    [[], []],
    [["./a.txt"], ["./"]],
    [["./d/e/f", "./d/e/g"], ["./d/e/"]],
    [["./d/*.ts"], ["./d/"]],
    [["./d/**"], ["./d/"]],
    [["./d/\\*/x"], ["./d/"]],
    [["."], ["./"]],
  ])("of %j: %j", (locals, writable) => {
    expect(profileOfCall(WIDEST, { ...NOTHING, writes: changing(...locals) })?.profile.writable).toEqual(
      writable,
    );
  });

  test("of git is what the profile has; of another machine nothing", () => {
    const git = { ...NOTHING, commands: [{ program: "git" }] };
    expect(profileOfCall(WIDEST, git)?.profile.writable).toEqual(["./"]);
    const remote = changing("./a").map((one) => ({ ...one, place: "remote" }));
    expect(profileOfCall(WIDEST, { ...NOTHING, writes: remote })?.profile.writable).toEqual([]);
  });
});

test("hosts are reached only by a call that has a connection, and no more of them than before", () => {
  const network = [{ place: "here" }];
  expect(profileOfCall(WIDEST, NOTHING)?.profile.network.kind).toBe("none");
  expect(profileOfCall(WIDEST, { ...NOTHING, network })?.profile.network.kind).toBe("host");
  const none: BoxProfile = { ...WIDEST, network: { kind: "none" } };
  expect(profileOfCall(none, { ...NOTHING, network })?.profile.network.kind).toBe("none");
});

test("a refusal shows that facts are wrong only where they name nothing that is refused", () => {
  const kept = [{ glob: "**/.env", except: [], policy: "p" }];
  const tells = (writes: CallFacts["writes"]) =>
    profileOfCall({ ...WIDEST, kept }, { ...NOTHING, writes })?.tellsFaults;
  expect(tells(changing("./a"))).toBe(true);
  expect(tells(changing("./.env"))).toBe(false);
  expect(tells(changing("./.git/config"))).toBe(false);
  expect(tells(changing("."))).toBe(false);
  expect(tells(changing("./d/*"))).toBe(false);
  expect(tells(changing("./d").map((one) => ({ ...one, tree: true })))).toBe(false);
  expect(tells([{ path: "/usr/x", local: null, tree: false, place: "here" }])).toBe(false);
});

test("law: it is never wider than the profile, and has room for every change that the facts name", () => {
  const segment = fc.constantFrom("a", "b", "*", "**", "c.ts");
  const local = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `./${parts.join("/")}`);
  const folder = fc
    .array(fc.constantFrom("a", "b"), { maxLength: 2 })
    .map((parts) => ["./", ...parts.map((one) => `${one}/`)].join(""));
  assertLaw(
    fc.property(fc.array(local, { maxLength: 4 }), fc.array(folder, { maxLength: 3 }), (locals, writable) => {
      const base = { ...WIDEST, writable };
      const own = profileOfCall(base, { ...NOTHING, writes: changing(...locals) })?.profile.writable ?? [];
      const isIn = (path: string, folders: readonly string[]): boolean =>
        folders.some((one) => matchesGlob([...segmentsOf(one), "**"], segmentsOf(path)));
      expect(own.every((one) => isIn(one, writable))).toBe(true);
      const all = profileOfCall(WIDEST, { ...NOTHING, writes: changing(...locals) })?.profile.writable ?? [];
      expect(locals.every((one) => isIn(one, all))).toBe(true);
    }),
  );
});
