import { hole } from "@gatehouse-hooks/shell";
import type { CodeMachine } from "./machine.js";
import {
  type GivenValues,
  type ListValue,
  type RecordValue,
  type CodeValue,
  data,
  eitherValue,
  eitherOf,
  everyIn,
  fill,
  isHarmless,
  joinedValues,
  listValue,
  literalIn,
  opaque,
  originsIn,
  textValue,
  texts,
  itemsOf,
} from "./value.js";

/** What a method of a list or of a dictionary makes of it. */
export function collectionCall(
  machine: CodeMachine,
  of: ListValue | RecordValue,
  name: string,
  given: GivenValues,
): CodeValue {
  if (of.kind === "list") return LISTS.get(name)?.(of, given.items, machine.maybe > 0) ?? partOf(of);
  return RECORDS.get(name)?.(of, given) ?? partOf(of);
}

/** Something that may be one of its values. */
function partOf(of: ListValue | RecordValue): CodeValue {
  return everyIn(of).every(isHarmless) ? data(originsIn(of)) : opaque("part", originsIn(of));
}

type RecordCall = (of: RecordValue, given: GivenValues) => CodeValue;

const byName = <Call>(all: Readonly<Record<string, Call>>): ReadonlyMap<string, Call> =>
  new Map(
    Object.entries(all).flatMap(([names, call]) => names.split(" ").map((name) => [name, call] as const)),
  );

const RECORDS: ReadonlyMap<string, RecordCall> = byName<RecordCall>({
  "get pop": (of, { items: [key, fallback] }) => {
    const found = entryOf(of, key);
    return fallback === undefined ? found : eitherValue(found, fallback);
  },
  setdefault: (of, { items: [key, fallback] }) => {
    const found = entryOf(of, key);
    if (fallback !== undefined) of.entries.set(literalIn(key) ?? " ", eitherValue(found, fallback));
    return fallback === undefined ? found : eitherValue(found, fallback);
  },
  keys: (of) => listValue([...of.entries.keys()].map(textValue), of.open),
  values: (of) => listValue([...of.entries.values()], of.open),
  items: (of) =>
    listValue(
      [...of.entries].map(([key, value]) => listValue([key === " " ? data() : textValue(key), value])),
      of.open,
    ),
  update: (of, { items: [more], named }) => {
    for (const [key, value] of named) of.entries.set(key, value);
    if (more?.kind === "record")
      for (const [key, value] of more.entries) of.entries.set(key, eitherValue(of.entries.get(key), value));
    else if (more !== undefined) {
      of.entries.set(" ", eitherOf(everyIn(more)));
      of.open = true;
    }
    return data();
  },
  copy: (of) => ({ kind: "record", entries: new Map(of.entries), open: of.open }),
});

function entryOf(of: RecordValue, key: CodeValue | undefined): CodeValue {
  const name = literalIn(key);
  const known = name === null ? undefined : of.entries.get(name);
  if (known !== undefined) return known;
  return name !== null && !of.open ? data() : eitherOf([...of.entries.values(), data()]);
}

type ListCall = (of: ListValue, added: readonly CodeValue[], maybe: boolean) => CodeValue;

const LISTS: ReadonlyMap<string, ListCall> = byName<ListCall>({
  "append add push": (of, added, maybe) => {
    fill(of, [...of.items, ...added]);
    of.open ||= maybe;
    return data();
  },
  "extend update extendleft": (of, [more], maybe) => {
    of.open ||= maybe || more?.kind !== "list" || more.open;
    if (more !== undefined) fill(of, [...of.items, ...itemsOf(more)]);
    return data();
  },
  "insert appendleft unshift": (of, added) => {
    fill(of, [...added, ...of.items]);
    of.open = true;
    return data();
  },
  "pop popleft shift at find": (of) => {
    of.open = true;
    return eitherOf(itemsOf(of));
  },
  "copy slice concat": (of, added) => listValue([...of.items, ...added.flatMap(itemsOf)], true),
  join: (of, [by]) => {
    if (of.open) return texts([hole(originsIn(of))]);
    const mark = by ?? textValue(",");
    return texts(joinedValues(of.items.flatMap((one, i) => (i === 0 ? [one] : [mark, one]))));
  },
  "sort reverse remove clear": (of) => {
    of.open = true;
    return data();
  },
});
