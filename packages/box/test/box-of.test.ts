import { boxOf, type BoxPolicy, type BoxProfile, matchesGlob, segmentsOf } from "@gatehouse-hooks/box";
import { load } from "@gatehouse-hooks/hosts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";

const PACKS = ["secrets", "destructive", "git", "exfiltration", "remote-code", "own-config", "cloud"];

function policiesOf(text: string): readonly BoxPolicy[] {
  const { policies, issues } = load(text, { path: "policies.yaml" });
  expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
  return policies.map((policy) => ({ enabled: true, ...policy }));
}

const SHIPPED = policiesOf(`version: 1\nextends: [${PACKS.map((one) => `pack/${one}`).join(", ")}]\n`);

/** Each run compiles all packs. */
const RUNS = { quick: 100 };

/** One policy with this condition. */
function one(when: string, verdict = "deny: no"): ReturnType<typeof boxOf> {
  const text = `version: 1\npolicies:\n  - id: p\n    events: before_tool_call\n    when: ${JSON.stringify(when)}\n    ${verdict}\n`;
  return boxOf(policiesOf(text));
}

test("what a kernel holds of the shipped packs, whole, in part and not", () => {
  const { coverage } = boxOf(SHIPPED);
  const of = (held: string): readonly string[] =>
    coverage.filter((row) => row.held === held).map(({ policy }) => policy);
  expect(of("whole")).toEqual([
    "secrets/read",
    "secrets/environment-file",
    "secrets/write",
    "destructive/system-delete",
    "destructive/folder-delete",
    "destructive/service-delete",
    "destructive/outside-delete",
    "destructive/system-write",
    "destructive/system-settings",
    "exfiltration/secrets",
    "exfiltration/socket",
    "exfiltration/host",
    "own-config/key",
  ]);
  expect(of("part")).toEqual([
    "secrets/accounts",
    "secrets/development-file",
    "destructive/outside-change",
    "destructive/devices",
    // Its files are held; a schedule is an act.
    "destructive/startup",
    "own-config/files",
  ]);
  // Acts, and code that is fetched: no places.
  expect(of("not").length).toBe(coverage.length - 19);
  for (const { held, open } of coverage) expect(open.length === 0).toBe(held === "whole");
});

const ROWS: readonly (readonly [string, string, Partial<BoxProfile>])[] = [
  [
    "a place that is not read",
    'facts.reads.any(r, r.touches("~/.ssh/{a,b}"))',
    {
      hidden: [
        { glob: "~/.ssh/b", except: [], policy: "p" },
        { glob: "~/.ssh/a", except: [], policy: "p" },
      ],
    },
  ],
  [
    "with an exception",
    'facts.reads.any(r, r.touches("**/.env*") && !r.path.glob("**/.env.example"))',
    { hidden: [{ glob: "**/.env*", except: ["**/.env.example"], policy: "p" }] },
  ],
  [
    "what is surely meant or named, with an exception",
    'facts.reads.any(r, r.in("**/*.key", "**/test.key") || r.surely("~/a"))',
    {
      hidden: [
        { glob: "**/*.key", except: ["**/test.key"], policy: "p" },
        { glob: "~/a", except: [], policy: "p" },
      ],
    },
  ],
  [
    "an exception of an exception, which is held",
    'facts.reads.any(r, r.touches("~/a/**") && !r.in("~/a/b/**", "~/a/b/c"))',
    { hidden: [{ glob: "~/a/**", except: [], policy: "p" }] },
  ],
  [
    "files of others, which the own home and the workspace are not",
    'facts.reads.any(r, r.home == null && r.local == null && r.in("{/home/*,/root}/**"))',
    {
      hidden: ["/root/**", "/home/*/**"].map((glob) => ({ glob, except: ["./**", "~/**"], policy: "p" })),
    },
  ],
  [
    "what is read otherwise than for a process, which a kernel cannot tell apart",
    'facts.reads.any(r, r.op != "config" && r.in("~/a"))',
    { hidden: [{ glob: "~/a", except: [], policy: "p" }] },
  ],
  [
    "a whole folder for what is named in it, of which the rest stays readable",
    'facts.reads.any(r, r.in("~/a/{b,c}/**") || r.tree && r.in("{~/a,~/a/b,~/d}"))',
    {
      hidden: [
        { glob: "~/a/c/**", except: [], policy: "p" },
        { glob: "~/a/b/**", except: [], policy: "p" },
        { glob: "~/d", except: [], policy: "p" },
      ],
    },
  ],
  [
    "a whole folder in which what is named is perhaps not there",
    'facts.reads.any(r, r.in("~/a/*/b") || r.tree && r.in("~/a"))',
    {
      hidden: [
        { glob: "~/a/*/b", except: [], policy: "p" },
        { glob: "~/a", except: [], policy: "p" },
      ],
    },
  ],
  [
    "a whole folder that nothing else is said of",
    'facts.reads.any(r, r.tree && r.in("~/a"))',
    { hidden: [{ glob: "~/a", except: [], policy: "p" }] },
  ],
  [
    "a place on a drive, which is no place here",
    'facts.writes.any(w, w.in("{~,C:/Users/*}/a"))',
    { kept: [{ glob: "~/a", except: [], policy: "p" }] },
  ],
  [
    "a place that is not written, whatever else is",
    'facts.writes.any(w, w.touches("./deploy/**")) || tool.kind == "mcp"',
    { kept: [{ glob: "./deploy/**", except: [], policy: "p" }] },
  ],
  [
    "the only hosts",
    'facts.network.any(n, n.direction == "out" && !n.host.glob("{b.example,a.example}"))',
    { network: { kind: "hosts", hosts: ["a.example", "b.example"], policies: ["p"] } },
  ],
  [
    "the hosts of either of two lists",
    'facts.network.any(n, !n.host.glob("a.example") && !n.host.glob("b.example"))',
    { network: { kind: "hosts", hosts: ["a.example", "b.example"], policies: ["p"] } },
  ],
  ["what is outside of the workspace, which is not writable", 'facts.writes.any(w, !w.within("./**"))', {}],
];

test.each(ROWS)("%s", (_, when, narrowed) => {
  const { profile } = one(when);
  expect(profile).toEqual({ hidden: [], kept: [], writable: ["./"], network: { kind: "host" }, ...narrowed });
});

test.each([
  ["an act", 'facts.actions.any(a, a.kind == "git.force-push")', "actions"],
  ["the program", 'facts.writes.any(w, w.by == "git" && w.touches("./a"))', "by"],
  ["deleting where writing is fine", 'facts.deletes.any(d, d.touches("**/a"))', "deleting without writing"],
  ["what is perhaps meant", 'facts.reads.any(r, r.perhaps("~/a"))', "perhaps meant"],
  ["files for a process alone", 'facts.reads.any(r, r.op == "config" && r.touches("~/a"))', "op"],
  ["the text", 'params.command.includes("rm")', "params.command"],
  [
    "facts that come together",
    'facts.reads.any(r, r.touches("~/a")) && facts.network.any(n, !n.host.glob("b"))',
    "together",
  ],
  [
    "hosts that are denied",
    'facts.network.any(n, n.host.glob("evil.example"))',
    "hosts that may not be reached",
  ],
])("%s has no place in a box, and the part that shows it is there", (_, when, why) => {
  const { profile, coverage } = one(when);
  expect(profile).toEqual({ hidden: [], kept: [], writable: ["./"], network: { kind: "host" } });
  expect(coverage).toMatchObject([
    { policy: "p", held: "not", open: [{ why: expect.stringContaining(why) as string }] },
  ]);
  expect(coverage[0]?.open[0]?.parts.length).toBeGreaterThan(0);
});

test.each(["/etc/**", "/etc/{passwd,shadow}", "/usr/**", "/**", "/proc/**", "/etc/pass*"])(
  "what programs read to run at all is not hidden: %s",
  (glob) => {
    for (const when of [
      `facts.reads.any(r, r.in("${glob}"))`,
      `facts.network.any(n, n.sends.any(s, s.touches("${glob}")))`,
    ]) {
      const { profile, coverage } = one(when);
      for (const place of profile.hidden)
        for (const path of ["/etc/passwd", "/usr/bin/env", "/proc/self/maps"])
          expect([place.glob, matchesGlob(segmentsOf(place.glob), segmentsOf(path))]).toEqual([
            place.glob,
            false,
          ]);
      expect(coverage[0]?.held).not.toBe("whole");
    }
  },
);

test("of places beside what programs read to run at all the others are hidden", () => {
  expect(one('facts.reads.any(r, r.in("/etc/{passwd,shadow}"))')).toMatchObject({
    profile: { hidden: [{ glob: "/etc/shadow" }] },
    coverage: [{ held: "part", open: [{ why: expect.stringContaining("/etc/passwd") as string }] }],
  });
});

test("what neither denies nor asks, and what is switched off, narrows nothing", () => {
  expect(one('facts.reads.any(r, r.touches("~/a"))', "warn: careful").coverage).toEqual([]);
  const off = SHIPPED.map((policy) => ({ ...policy, enabled: false }));
  expect(boxOf(off)).toEqual({
    profile: { hidden: [], kept: [], writable: ["./"], network: { kind: "host" } },
    coverage: [],
  });
});

test("a judge is not held", () => {
  expect(one('facts.reads.any(r, r.touches("~/a"))', "judge: is it fine?").coverage).toMatchObject([
    { held: "not" },
  ]);
});

test("box-narrows: a policy more never makes a path readable or writable, or a host reachable, that was not", () => {
  assertLaw(
    fc.property(fc.shuffledSubarray([...SHIPPED], { minLength: 1 }), fc.nat(), (policies, at) => {
      const [extra] = policies.slice(at % policies.length);
      if (extra === undefined) return;
      const before = boxOf(policies.filter((policy) => policy !== extra)).profile;
      const after = boxOf(policies).profile;
      for (const list of ["hidden", "kept"] as const) {
        const keys = new Set(after[list].map(({ glob, except }) => JSON.stringify([glob, except])));
        for (const { glob, except } of before[list]) expect(keys).toContain(JSON.stringify([glob, except]));
      }
      for (const folder of after.writable) expect(before.writable).toContain(folder);
      expect(widthOf(after, before)).toBe(true);
    }),
    RUNS,
  );
});

test("box-narrows: the order of policies means nothing", () => {
  const sorted = ({ hidden, kept, writable, network }: BoxProfile): unknown => ({
    hidden: hidden.map(({ glob, except }) => JSON.stringify([glob, except])).toSorted(),
    kept: kept.map(({ glob, except }) => JSON.stringify([glob, except])).toSorted(),
    writable: [...writable].toSorted(),
    network: network.kind === "hosts" ? [...network.hosts].toSorted() : network.kind,
  });
  const expected = sorted(boxOf(SHIPPED).profile);
  assertLaw(
    fc.property(fc.shuffledSubarray([...SHIPPED], { minLength: SHIPPED.length }), (policies) => {
      expect(sorted(boxOf(policies).profile)).toEqual(expected);
    }),
    RUNS,
  );
});

/** Whether what can be reached after is among what could be before. */
function widthOf({ network: after }: BoxProfile, { network: before }: BoxProfile): boolean {
  if (after.kind === "none" || before.kind === "host") return true;
  if (after.kind === "host" || before.kind === "none") return false;
  return after.hosts.every((host) => before.hosts.includes(host));
}
