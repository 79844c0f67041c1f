import { type JsonObject, type JsonValue, isList, isRecord } from "@gatehouse-hooks/json";

/** With its zone: without one, a time would depend on where it is read. */
const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d{0,6})?(?:Z|([+-])(\d\d):(\d\d))$/;
const DAY = 86_400_000;

/** An own property, as it is. */
export function valueIn(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** An own property that is a finite number. */
export function numberIn(object: JsonObject, key: string): number | undefined {
  const value = valueIn(object, key);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A time as agents write it, a text or milliseconds, in milliseconds since 1970; null: it is none. */
export function timeOf(value: JsonValue | undefined): number | null {
  if (typeof value === "string") return instantOf(value);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** The text of a message's content: a string, or blocks with `text`. */
export function textOf(content: JsonValue | undefined): string {
  if (typeof content === "string") return content;
  if (!isList(content)) return "";
  return content
    .map((block) => {
      if (!isRecord(block)) return "";
      const text = valueIn(block, "text");
      return typeof text === "string" ? text : "";
    })
    .join("\n");
}

/** The first time in a file's first records, in the order of the file. */
export function firstTime(head: readonly JsonObject[], ...keys: readonly string[]): number | null {
  for (const record of head)
    for (const key of keys) {
      const time = timeOf(valueIn(record, key));
      if (time !== null) return time;
    }
  return null;
}

/** An own property that is an object, else an empty one. */
export function objectIn(object: JsonObject, key: string): JsonObject {
  return objectOf(Object.hasOwn(object, key) ? object[key] : undefined);
}

/** An own property that is a string, else an empty one. */
export function stringIn(object: JsonObject, key: string): string {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === "string" ? value : "";
}

/** The objects of an own property that is a list. */
export function objectsIn(object: JsonObject, key: string): readonly JsonObject[] {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return isList(value) ? value.map((one) => objectOf(one)).filter((one) => Object.keys(one).length > 0) : [];
}

/** A value that is an object, else an empty one. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isRecord(value) ? value : {};
}

/** The instant of a text of ISO 8601, in milliseconds since 1970, without a clock; null: it is none. */
function instantOf(text: string): number | null {
  const match = INSTANT.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction = "", sign, zoneHour = "0", zoneMinute = "0"] =
    match;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null;
  const zone = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === "-" ? -1 : 1);
  const minutes = Number(hour) * 60 + Number(minute) - zone;
  return (
    daysSince1970(Number(year), Number(month), Number(day)) * DAY +
    minutes * 60_000 +
    Number(second) * 1_000 +
    Number(fraction.padEnd(3, "0"))
  );
}

/** Days of the Gregorian calendar, with years that begin in March so that the leap day is the last one. */
function daysSince1970(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = (month + 9) % 12;
  const leaps = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leaps + Math.floor((marchMonth * 306 + 5) / 10) + day - 1 - 719_468;
}
