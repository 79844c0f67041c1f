import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Answer, Event } from "@gatehouse-hooks/engine";
import { isRecord } from "@gatehouse-hooks/json";
import { type Builtin, NO_OPINION } from "../builtin-call.js";

/** How long an answer may be. */
const MAX_BYTES = 51_200;
const MAX_LINES = 2_000;
/** What is shown of a longer one: with the words around it, it is no longer too long. */
const SHOWN_BYTES = 48_000;
const SHOWN_LINES = 1_990;
/** Kinds of tools whose results nothing else bounds. */
const UNBOUNDED: ReadonlySet<unknown> = new Set(["filesystem", "shell", "mcp", "a2a"]);
/** Results of one session that are kept; milliseconds that those of a session that never ended are. */
const MOST_FILES = 200;
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * `limit_large_tool_results`: of an answer of a tool that is too long the model reads a part, and where the whole is: the beginning of a file,
 * the end of anything else. The end of the session removes what was kept. An answer that cannot be kept stays as it is.
 *
 * @param directory where whole answers are kept
 */
export function limitLargeToolResults(directory: string): Builtin {
  return async ({ event }) => {
    const folder = path.join(directory, sessionFolder(event));
    if (event.event === "session_end") await rm(folder, { recursive: true, force: true });
    const whole = event["tool_response"];
    if (event.event !== "tool_response_transform" || typeof whole !== "string") return NO_OPINION;
    if (!UNBOUNDED.has(event["tool_category"]) || isShort(whole)) return NO_OPINION;
    try {
      return shortened(event, whole, await keep(directory, folder, whole));
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      return { ...NO_OPINION, warnings: [`\`limit_large_tool_results\` cannot keep an answer: ${why}`] };
    }
  };
}

/** Session ids are the agent's: as names of folders they could lead anywhere. */
function sessionFolder(event: Event): string {
  const id = event["session_id"];
  return createHash("sha256")
    .update(typeof id === "string" ? id : "")
    .digest("hex")
    .slice(0, 32);
}

async function keep(directory: string, folder: string, whole: string): Promise<string> {
  await dropOld(directory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length >= MOST_FILES)
    throw new Error(`${MOST_FILES} answers of this session are kept`);
  const file = path.join(folder, `${randomUUID()}.txt`);
  await writeFile(file, whole, { flag: "wx", mode: 0o600 });
  return file;
}

/** Sessions that were killed never end. */
async function dropOld(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    const folder = path.join(directory, name);
    const { mtimeMs = Date.now() } = (await stat(folder).catch(() => null)) ?? {};
    if (Date.now() - mtimeMs > KEPT_MS) await rm(folder, { recursive: true, force: true });
  }
}

function shortened(event: Event, whole: string, file: string): Answer {
  const isFile = event["tool_category"] === "filesystem" && event["tool_name"] === "read_file";
  const shown = isFile ? headOf(whole) : tailOf(whole);
  const lines = shown.split("\n").length - 1;
  const size = `Tool call result was too large (${Buffer.byteLength(whole)} bytes). The full result is in the file ${file}.`;
  const part = isFile
    ? `Its first ${lines} lines follow. ${lines === 0 ? "Its first line is too long to be shown: read bytes of the file." : `Go on with read_file at "line": ${firstLine(event) + lines}.`}`
    : "Its end follows.";
  return { ...NO_OPINION, updatedInput: { tool_response: `${size} ${part}\n\n${shown}` } };
}

/** The line that a call of `read_file` began with. */
function firstLine(event: Event): number {
  const input = event["tool_input"];
  const line = isRecord(input) ? input["line"] : undefined;
  return typeof line === "number" && line >= 1 ? Math.floor(line) : 1;
}

function isShort(text: string): boolean {
  return Buffer.byteLength(text) <= MAX_BYTES && lineCount(text) <= MAX_LINES;
}

function lineCount(text: string): number {
  const breaks = text.split("\n").length - 1;
  return text.endsWith("\n") ? breaks : breaks + 1;
}

function headOf(text: string): string {
  const lines = text.split("\n");
  const head = lines.length > SHOWN_LINES ? `${lines.slice(0, SHOWN_LINES).join("\n")}\n` : text;
  const bytes = Buffer.from(head);
  // A character that is cut in two is left out.
  return bytes.length <= SHOWN_BYTES
    ? head
    : new TextDecoder().decode(bytes.subarray(0, SHOWN_BYTES), STREAM);
}

function tailOf(text: string): string {
  const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
  const bytes = Buffer.from(lines.length > SHOWN_LINES ? lines.slice(-SHOWN_LINES).join("\n") : text);
  let start = Math.max(0, bytes.length - SHOWN_BYTES);
  // The bytes of a character after its first one.
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.subarray(start).toString();
}

const STREAM = { stream: true } as const;
