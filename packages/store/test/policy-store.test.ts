import {
  compilePolicies,
  decide,
  type Event,
  policiesOf,
  readEvent,
  savePolicySet,
} from "@gatehouse-hooks/engine";
import { openPolicyStore, type StoredPolicies, storePolicySet } from "@gatehouse-hooks/store";
import fc from "fast-check";
import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { definitionOf } from "../../engine/test/row-policy.js";

const options = { hash: (text: string): string => hash("sha256", text), writer: "tests 1" };

const TOOLS = Array.from({ length: 24 }, (_, i) => `tool-${i}`);

/** Policies of many tools, some of two, some of none. */
function many(count: number): ReturnType<typeof compilePolicies> {
  return compilePolicies(
    Array.from({ length: count }, (_, i) => {
      const [tool = "", other = ""] = [TOOLS[i % TOOLS.length], TOOLS[(i * 7) % TOOLS.length]];
      const gates = [`toolName == "${tool}" && `, `toolName in ["${tool}", "${other}"] && `, ""];
      return {
        ...definitionOf({
          id: `policy-${i}`,
          say: i % 5 === 0 ? "ask" : "deny",
          when: `${gates[i % 11 === 0 ? 2 : i % 2] ?? ""}params.command.includes("needle-${i}")`,
        }),
        source: { path: `policies-${i % 3}.yaml`, line: i + 1, format: "gatehouse" },
      };
    }),
  );
}

const large = many(1200);
const largeText = storePolicySet(large, options);

function eventOf(value: Readonly<Record<string, unknown>>): Event {
  const read = readEvent({ event: "before_tool_call", ...value });
  if (read.kind !== "event") throw new Error(read.issue.message);
  return read.event;
}

function opened(...given: Parameters<typeof openPolicyStore>): StoredPolicies {
  const store = openPolicyStore(...given);
  if (store.kind !== "opened") throw new Error(store.issue.message);
  return store.stored;
}

/** Events that one policy each has something to say about, and some that none has. */
const events = [
  ...Array.from({ length: 1200 }, (_, i) =>
    eventOf({ toolName: TOOLS[i % TOOLS.length], params: { command: `a needle-${i}` } }),
  ),
  eventOf({}),
  eventOf({ toolName: ["tool-1"], params: { command: "needle-1" } }),
  eventOf({ toolName: "another", params: { command: "needle-11" } }),
];

test("a large store decides as its set, before and after it is indexed", () => {
  const { set, damage } = opened(largeText, options);
  for (let round = 0; round < 2; round++) {
    for (const event of events) expect(decide(set, event)).toEqual(decide(large.set, event));
  }
  expect(damage).toBeNull();
  expect(savePolicySet(set)).toBe(savePolicySet(large.set));
});

test("what does not come from `readEvent` is asked of every policy", () => {
  const { set } = opened(largeText, options);
  const event = { event: "before_tool_call", toolName: "tool-1", params: { command: "needle-1" } };
  expect(decide(set, event)).toEqual(decide(large.set, event));
});

test("a decision reads a part of a large store, and a store is a fraction of the portable form", () => {
  let read = 0;
  const source = {
    read: (offset: number, length: number) => {
      read += length;
      return largeText.slice(offset, offset + length);
    },
  };
  decide(opened(source, options).set, eventOf({ toolName: "tool-1", params: { command: "ls" } }));
  expect(read).toBeLessThan(largeText.length / 3);
  expect(largeText.length * 2).toBeLessThan(savePolicySet(large.set).length);
});

test("a store holds nothing but ASCII, so that bytes are characters", () => {
  const { set } = compilePolicies([definitionOf({ id: "ä\u{1f512}\u2028", say: "deny", when: 'a == "é"' })]);
  const text = storePolicySet({ set, issues: [], lost: [] }, options);
  // oxlint-disable-next-line no-control-regex -- everything but ASCII
  expect(text).toMatch(/^[\u0000-\u007f]*$/);
  expect(policiesOf(opened(text, options).set)).toEqual(policiesOf(set));
});

test.each([
  ["another writer", largeText, { ...options, writer: "tests 2" }, "another program", "store-outdated"],
  [
    "another hash",
    largeText,
    { ...options, hash: (text: string) => hash("sha512", text) },
    "changed or is missing",
  ],
  ["nothing", "", options, "does not begin as a store does"],
  ["another file", "version: 1\n", options, "does not begin as a store does"],
  ["another version", largeText.replace(" 3 ", " 4 "), options, "it has version 4, not 3", "store-outdated"],
  ["a part of the head", largeText.slice(0, 300), options, "changed or is missing"],
])("%s is refused", (_, text, given, message, code = "store-refused") => {
  const store = openPolicyStore(text, given);
  expect(store).toMatchObject({ kind: "refused", issue: { code } });
  if (store.kind === "refused") expect(store.issue.message).toContain(message);
});

test("a source that throws is refused, or denies", () => {
  const broken = {
    read: (): string => {
      throw new Error("gone");
    },
  };
  expect(openPolicyStore(broken, options).kind).toBe("refused");
  let reads = 0;
  const later = opened(
    {
      read: (offset, length) => {
        if (++reads > 2) throw new Error("gone");
        return largeText.slice(offset, offset + length);
      },
    },
    options,
  );
  expect(decide(later.set, eventOf({ toolName: "tool-1" }))).toMatchObject({
    effect: "deny",
    policy: "load-error:",
  });
  expect(later.damage).toMatchObject({ code: "store-refused" });
  // What was read before does not count either.
  expect(decide(later.set, eventOf({}))).toMatchObject({ effect: "deny" });
  expect(decide(later.set, { event: "message_sent" })).toMatchObject({ effect: "deny" });
});

const small = many(300);
const smallText = storePolicySet(small, options, { kept: "by the writer" });
const few = [...events.slice(0, 60), eventOf({ toolName: "none" }), eventOf({})];

/** A place in a text, as a share of its length. */
const share = fc.nat(999_999).map((n) => n / 1_000_000);

/** A text with one or more of its places changed. */
const mutated: fc.Arbitrary<string> = fc
  .array(
    fc.record({
      how: fc.constantFrom("flip", "flip", "cut", "double", "truncate", "swap"),
      at: share,
      length: fc.integer({ min: 1, max: 200 }),
      unit: fc.integer({ min: 0, max: 255 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((changes) =>
    changes.reduce((text, { how, at, length, unit }) => {
      const i = Math.floor(at * text.length);
      const part = text.slice(i, i + length);
      switch (how) {
        case "flip":
          return text.slice(0, i) + String.fromCharCode(unit) + text.slice(i + 1);
        case "cut":
          return text.slice(0, i) + text.slice(i + length);
        case "double":
          return text.slice(0, i) + part + text.slice(i);
        case "truncate":
          return text.slice(0, i);
        default:
          return (
            text.slice(0, i) + text.slice(i + length, i + 2 * length) + part + text.slice(i + 2 * length)
          );
      }
    }, smallText),
  );

test("damaged store: a decision is that of the policies, or a deny", () => {
  const seen = { refused: 0, denied: 0, same: 0 };
  assertLaw(
    fc.property(mutated, fc.constantFrom(...few), (text, event) => {
      const store = openPolicyStore(text, options);
      if (store.kind === "refused") {
        seen.refused++;
        return;
      }
      const decision = decide(store.stored.set, event);
      if (decision.policy === "load-error:") {
        expect(decision.effect).toBe("deny");
        expect(store.stored.damage).not.toBeNull();
        seen.denied++;
      } else {
        expect(decision).toEqual(decide(small.set, event));
        seen.same++;
      }
      // `about` is all there, or nothing.
      expect([{ kept: "by the writer" }, null]).toContainEqual(store.stored.about);
    }),
    { quick: 10_000, least: 1_000 },
  );
  // Of 1,000 runs, 120 ± 10 are refused, fewer than the others: 60 is six deviations below.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(60);
}, 120_000);

interface Head {
  sections: [number, number, string][];
}

type Line = [paths: unknown, rows: number[][], at: number, pages: [rows: number, hash: string][]];

/** The pages of a section, changed; in the line their hashes are those of the new ones. */
function resealedPages(line: Line, behind: string, change: (page: string) => string): string[] {
  let [row, at] = [0, line[2]];
  return line[3].map((place) => {
    const rows = line[1].slice(row, row + place[0]);
    const size = rows.reduce((sum, [, , tests = 0, spans = 0, rest = 0]) => sum + tests + spans + rest, 0);
    const page = change(behind.slice(at, at + size));
    place[1] = options.hash(page);
    row += rows.length;
    at += size;
    return page;
  });
}

/** A store with other text in its sections and pages, and hashes that fit. */
function resealed(text: string, change: (section: string) => string): string {
  const start = text.indexOf("\n") + 1;
  const length = Number(text.split(" ")[2]);
  const head = JSON.parse(text.slice(start, start + length)) as Head;
  let at = 0;
  const last = head.sections.at(-1) ?? [0, 0];
  const behind = text.slice(start + length + last[0] + last[1]);
  const pages: string[] = [];
  const sections = head.sections.map(([offset, size]) => {
    const from = start + length + offset;
    const section = text.slice(from, from + size);
    const parsed = JSON.parse(section) as unknown;
    if (!Array.isArray(parsed) || parsed.length !== 4) return change(section);
    pages.push(...resealedPages(parsed as Line, behind, change));
    return change(JSON.stringify(parsed));
  });
  head.sections = sections.map((section) => {
    const place: [number, number, string] = [at, section.length, options.hash(section)];
    at += section.length;
    return place;
  });
  const headText = JSON.stringify(head);
  return `gatehouse-policies 3 ${headText.length} ${options.hash(headText)}\n${headText}${[...sections, ...pages].join("")}`;
}

test("resealed as it is, a store decides as before", () => {
  const { set } = opened(
    resealed(smallText, (section) => section),
    options,
  );
  for (const event of few) expect(decide(set, event)).toEqual(decide(small.set, event));
});

test("nothing that a store holds makes a decision throw", () => {
  const unit = fc.constantFrom(...'[]{}",:0123456789-abceflnrstu\\\n'.split(""));
  assertLaw(
    fc.property(fc.array(fc.tuple(share, unit), { minLength: 1, maxLength: 6 }), (changes) => {
      const text = resealed(smallText, (section) =>
        changes.reduce((all, [at, put]) => {
          const i = Math.floor(at * all.length);
          return all.slice(0, i) + put + all.slice(i + 1);
        }, section),
      );
      const { set } = opened(text, options);
      for (const event of few.slice(0, 12)) {
        expect(["deny", "ask", "allow", "abstain"]).toContain(decide(set, event).effect);
      }
      expect(policiesOf(set).length).toBeGreaterThan(0);
    }),
  );
}, 300_000);
