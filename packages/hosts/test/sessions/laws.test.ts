import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";
import {
  SESSION_FORMATS,
  type SessionCall,
  type SessionFormat,
  sessionFormatOf,
} from "../../src/sessions/index.js";
import { recordedSessions, recordsOf, sessionFilesIn } from "./read-vectors.js";

/** A recorded file; a counterexample shows its name only. */
interface RecordedFile {
  readonly file: string;
  readonly format: SessionFormat;
  readonly records: readonly JsonObject[];
  readonly [fc.toStringMethod]: () => string;
}

const FILES = recordedSessions().flatMap(({ folder }) =>
  sessionFilesIn(folder).map(({ file, format }): RecordedFile => ({
    file,
    format,
    records: recordsOf(file),
    [fc.toStringMethod]: () => file,
  })),
);

function read(format: SessionFormat, records: readonly JsonObject[], line?: number): readonly SessionCall[] {
  const reading = format.read({ path: "/x/chats/parent/file.jsonl" });
  return [...records.flatMap((record, at) => reading.record(record, line ?? at)), ...reading.end()];
}

/** Words that the readers look for, so that random records are not all passed over. */
const WORDS = [
  ...[
    "type",
    "message",
    "content",
    "tool_use",
    "tool_result",
    "id",
    "name",
    "input",
    "tool_use_id",
    "sessionId",
    "uuid",
  ],
  ...[
    "assistant",
    "user",
    "attachment",
    "payload",
    "response_item",
    "function_call",
    "custom_tool_call",
    "call_id",
    "exec",
  ],
  ...[
    "arguments",
    "output",
    "event_msg",
    "item_completed",
    "item",
    "CommandExecution",
    "toolCalls",
    "result",
    "status",
  ],
  ...[
    "data",
    "tool.execution_start",
    "tool.execution_complete",
    "toolCallId",
    "parts",
    "functionCall",
    "messages",
    "role",
  ],
  ...[
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "toString",
    "a",
    "Bash",
    "apply_patch",
    "exec_command",
    "timestamp",
  ],
];
const word = fc.constantFrom(...WORDS);
const { value: anything } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    word,
    fc.constantFrom(null, true, 0, -1, 1e308, "", "\ud800", 'tools.exec_command({"cmd":"'),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(word, tie("value"), { maxKeys: 6 }),
  ),
}));
const anyRecord = fc.dictionary(word, anything, { maxKeys: 8 }) as fc.Arbitrary<JsonObject>;

test("law: no record makes a reader throw, and a call never comes without what a call has", () => {
  assertLaw(
    fc.property(
      fc.nat(SESSION_FORMATS.length - 1).map((at) => at),
      fc.array(anyRecord, { maxLength: 12 }),
      (at, records) => {
        const format = SESSION_FORMATS[at];
        if (format === undefined) return;
        for (const call of read(format, records)) expect(isWhole(call)).toBe(true);
        sessionFormatOf(records);
        format.began(records);
      },
    ),
  );
});

test("law: a real file with anything in the place of anything is read", () => {
  assertLaw(
    fc.property(
      fc.constantFrom(...FILES),
      fc.array(fc.tuple(fc.nat(), fc.nat(), anything), { minLength: 1, maxLength: 20 }),
      ({ format, records }, changes) => {
        const changed = [...records];
        for (const [at, which, value] of changes) {
          const place = at % changed.length;
          const other = replaced(changed[place] ?? {}, which, value);
          changed[place] = isRecord(other) ? other : {};
        }
        for (const call of read(format, changed)) expect(isWhole(call)).toBe(true);
      },
    ),
    { quick: 100 },
  );
});

test("law: of a file that is cut, the calls are the first ones, and no more is said of them than the whole file does", () => {
  const lines = FILES.filter(({ format }) => format.form === "lines");
  assertLaw(
    fc.property(fc.constantFrom(...lines), fc.nat(), ({ format, records }, cut) => {
      const all = read(format, records);
      const some = read(format, records.slice(0, cut % (records.length + 1)));
      expect(some.map(({ id }) => id)).toEqual(all.slice(0, some.length).map(({ id }) => id));
      for (const [at, call] of some.entries()) {
        const whole = all[at];
        // What a person stopped looks like what a person refused until the next record.
        const known = call.person === "refused" ? [whole?.outcome, "denied"] : [whole?.outcome, "unknown"];
        expect(known).toContain(call.outcome);
      }
    }),
    { quick: 100 },
  );
});

/** The results of calls that were made together, as each agent writes them. */
const RESULTS: readonly { readonly agent: string; readonly isResult: (record: JsonObject) => boolean }[] = [
  {
    agent: "claude-code",
    isResult: (record) => record["type"] === "user" && Object.hasOwn(record, "toolUseResult"),
  },
  { agent: "copilot", isResult: (record) => record["type"] === "tool.execution_complete" },
  { agent: "qwen-code", isResult: (record) => record["type"] === "tool_result" },
  { agent: "pi", isResult: (record) => JSON.stringify(record).includes('"toolResult"') },
];

test("law: the order of results does not matter", () => {
  const files = FILES.filter(({ format }) => RESULTS.some(({ agent }) => agent === format.agent));
  assertLaw(
    fc.property(
      fc.constantFrom(...files).chain((file) => {
        const isResult = RESULTS.find(({ agent }) => agent === file.format.agent)?.isResult ?? (() => false);
        const results = file.records.filter(isResult);
        return fc.record({
          file: fc.constant(file),
          // All calls first, as if one turn had made them; then their results in any order.
          results: fc.shuffledSubarray(results, { minLength: results.length }),
          rest: fc.constant(file.records.filter((record) => !isResult(record))),
        });
      }),
      ({ file, results, rest }) => {
        const calls = read(file.format, [...rest, ...results]);
        const inOrder = read(file.format, [
          ...rest,
          ...file.records.filter((record) => results.includes(record)),
        ]);
        expect(calls).toEqual(inOrder);
      },
    ),
    { quick: 80 },
  );
});

test("law: a result that comes twice, or without a call, changes nothing", () => {
  assertLaw(
    fc.property(
      fc.constantFrom(...FILES.filter(({ format }) => format.form === "lines")),
      fc.nat(),
      ({ format, records }, at) => {
        const place = at % records.length;
        const record = records[place];
        if (record === undefined || sessionFormatOf([record]) !== undefined) return;
        const twice = [...records.slice(0, place + 1), record, ...records.slice(place + 1)];
        expect(read(format, twice, 0)).toEqual(read(format, records, 0));
      },
    ),
    { quick: 100 },
  );
});

test("law: a time is what `Date` reads", () => {
  assertLaw(
    fc.property(
      fc.date({
        min: new Date("0001-01-01T00:00:00Z"),
        max: new Date("9999-12-31T23:59:59Z"),
        noInvalidDate: true,
      }),
      (date) => {
        const format = SESSION_FORMATS.find(({ agent }) => agent === "pi");
        expect(format?.began([{ timestamp: date.toISOString() }])).toBe(date.getTime());
        const east = new Date(date.getTime() + 5.5 * 3_600_000).toISOString().replace("Z", "+05:30");
        if (!east.startsWith("+")) expect(format?.began([{ timestamp: east }])).toBe(date.getTime());
      },
    ),
  );
});

test("calls that wait are bounded: the oldest goes out when there are too many", () => {
  const format = SESSION_FORMATS.find(({ agent }) => agent === "pi");
  const reading = format?.read();
  const call = (id: number, text: string): JsonObject => ({
    type: "message",
    message: {
      role: "assistant",
      content: [{ type: "toolCall", id: `call_${id}`, name: "bash", arguments: { command: text } }],
    },
  });
  const out = Array.from({ length: 1_000 }, (_, at) => reading?.record(call(at, "x")) ?? []).flat();
  expect(out.length).toBe(1_000 - 256);
  expect(out[0]).toMatchObject({ id: "call_0", outcome: "unknown" });
  const large = "x".repeat(20 * 1024 * 1024);
  const more = Array.from({ length: 8 }, (_, at) => reading?.record(call(2_000 + at, large)) ?? []).flat();
  expect(more.length).toBeGreaterThan(256);
  expect(out.length + more.length + (reading?.end().length ?? 0)).toBe(1_008);
});

function isWhole(call: SessionCall): boolean {
  const { event, outcome, by, lost, at } = call;
  return (
    [call.agent, call.id, call.session, call.tool, call.kind].every((one) => typeof one === "string") &&
    ["ran", "failed", "denied", "rewritten", "unknown"].includes(outcome) &&
    (by === null || outcome === "denied" || outcome === "rewritten") &&
    (at === null || Number.isFinite(at)) &&
    (outcome !== "unknown" || lost.includes("outcome")) &&
    event["event"] === "before_tool_call" &&
    Object.getPrototypeOf({}) === Object.prototype &&
    Object.keys(Object.prototype).length === 0
  );
}

/** A value with another one in one of its places. */
function replaced(value: JsonValue, which: number, by: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return by;
  const entries = Object.entries(value);
  const at = which % (entries.length + 1);
  const entry = entries[at];
  if (entry === undefined) return by;
  const inside = replaced(entry[1], Math.floor(which / (entries.length + 1)), by);
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((one, place) => (place === at ? inside : one));
  return { ...(value as JsonObject), [entry[0]]: inside };
}
