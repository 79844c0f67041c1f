import { types } from "node:util";
import { readEvent } from "@gatehouse-hooks/engine";
import { parseJson, sealJson } from "@gatehouse-hooks/json";
import type { JsonResult, JsonValue } from "@gatehouse-hooks/json";
import type { Frame } from "./frame/frame.js";
import { recordsOf } from "./reading/records.js";
import { walk } from "./reading/walk.js";
import { eventsOf } from "./realistic/events.js";

/** What it costs to take in what comes from outside: values beside a plain walk, text and bytes beside `JSON.parse`. */
export default async function bench(frame: Frame): Promise<void> {
  const inputs: Readonly<Record<string, readonly JsonValue[]>> = {
    "500 events of 0.3 to 37 KB": eventsOf(),
    "records of 20 KB": [recordsOf(20_000)],
    "records of 1 MB": [recordsOf(950_000)],
  };
  for (const [name, values] of Object.entries(inputs)) {
    await sealing(frame, name, values);
    await parsing(frame, name, values);
  }
}

const NO_PROXIES = { isProxy: types.isProxy };

function valueOf(result: JsonResult<JsonValue>): JsonValue {
  if (result.issue !== undefined) throw new Error(result.issue.message);
  return result.value;
}

function eventOf(value: unknown): JsonValue {
  const read = readEvent(value, NO_PROXIES);
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}

/** All of them a call. */
function each<Input>(call: (input: Input) => unknown, inputs: readonly Input[]): () => unknown {
  return () => {
    let last: unknown;
    for (const input of inputs) last = call(input);
    return last;
  };
}

async function sealing(frame: Frame, name: string, values: readonly JsonValue[]): Promise<void> {
  await frame.agree(
    `sealing ${name}`,
    {
      "plain walk": (value: JsonValue) => walk(value),
      sealJson: (value: JsonValue) => walk(valueOf(sealJson(value))),
      "readEvent, no proxies": (value: JsonValue) => walk(eventOf(value)),
    },
    values,
  );
  await frame.measure(`sealing ${name}`, {
    "plain walk": each(walk, values),
    sealJson: each((value) => sealJson(value), values),
    "readEvent, no proxies": each(eventOf, values),
  });
}

async function parsing(frame: Frame, name: string, values: readonly JsonValue[]): Promise<void> {
  const compact = values.map((value) => JSON.stringify(value));
  const indented = values.map((value) => JSON.stringify(value, null, 2).slice(0, 1_000_000));
  for (const [form, texts] of [
    ["", compact],
    [", indented", indented.filter((text) => text.endsWith("}"))],
  ] as const) {
    if (texts.length < values.length) continue;
    const label = `text of ${name}${form}`;
    const subjects = {
      "JSON.parse": (text: string): unknown => JSON.parse(text),
      parseJson: (text: string): unknown => valueOf(parseJson(text)),
    };
    const written = Object.entries(subjects).map(
      ([subject, parse]) => [subject, (text: string) => JSON.stringify(parse(text))] as const,
    );
    await frame.agree(label, Object.fromEntries(written), texts);
    await frame.measure(label, {
      "JSON.parse": each(subjects["JSON.parse"], texts),
      parseJson: each((text) => parseJson(text), texts),
    });
  }
  const bytes = compact.map((text) => new TextEncoder().encode(text));
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const subjects = {
    "TextDecoder and JSON.parse": (input: Uint8Array): unknown => JSON.parse(decoder.decode(input)),
    "parseJson of bytes": (input: Uint8Array): unknown => valueOf(parseJson(input)),
  };
  const written = Object.entries(subjects).map(
    ([subject, parse]) => [subject, (input: Uint8Array) => JSON.stringify(parse(input))] as const,
  );
  await frame.agree(`bytes of ${name}`, Object.fromEntries(written), bytes);
  await frame.measure(`bytes of ${name}`, {
    "TextDecoder and JSON.parse": each(subjects["TextDecoder and JSON.parse"], bytes),
    "parseJson of bytes": each((input) => parseJson(input), bytes),
  });
}
