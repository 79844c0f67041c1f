import { makePrivate } from "@gatehouse-hooks/local";
import { own, parseJsonObject, shorten } from "@gatehouse-hooks/json";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A module for tracing that does not work. */
export interface BrokenTracing {
  /** Absolute. */
  readonly file: string;
  readonly why: string;
}

/** UTF-16 code units of what a module has thrown. */
const MAX_WHY = 500;
const MAX_TEXT = 8_192;

function placeOf(home: string): string {
  return join(home, ".gatehouse", "state", "broken-tracing.json");
}

/**
 * Notes for `gatehouse doctor` that the module for tracing is broken, or that it works. Never fails, and decides nothing.
 *
 * @param broken undefined: it works
 */
export async function noteTracing(home: string, broken: BrokenTracing | undefined): Promise<void> {
  try {
    const place = placeOf(home);
    if (broken === undefined) {
      if (existsSync(place)) rmSync(place);
      return;
    }
    const { redact } = await import("@gatehouse-hooks/redact");
    const text = JSON.stringify({ file: broken.file, why: redact(shorten(broken.why, MAX_WHY)) });
    if (readText(place) === text || makePrivate(join(home, ".gatehouse", "state")) !== null) return;
    rmSync(place, { force: true });
    writeFileSync(place, text, { mode: 0o600, flag: "wx" });
  } catch {
    // What is only for people must not become a failure of the guard.
  }
}

/** What was noted. */
export function brokenTracing(home: string): BrokenTracing | undefined {
  const { value } = parseJsonObject(readText(placeOf(home)));
  const [file, why] = [own(value, "file"), own(value, "why")];
  return typeof file === "string" && typeof why === "string" ? { file, why } : undefined;
}

function readText(place: string): string {
  try {
    return readFileSync(place, "utf8").slice(0, MAX_TEXT);
  } catch {
    return "";
  }
}
