import { isRecord, own } from "@gatehouse-hooks/json";
import type { CalledTool } from "./read-tool.js";
import type { ToolRow } from "./tool-row.js";

/** What agents and servers call a command line, or the words of one. */
const COMMANDS = "command commands cmd script shell_command command_line commandLine CommandLine argv".split(
  " ",
);
/** What they call a file or a folder on this machine. */
const PATHS = (
  "path paths file files file_path filePath file_paths filePaths filepath filename relative_path relativePath absolute_path absolutePath " +
  "AbsolutePath target_file TargetFile notebook_path notebookPath dir directory dir_path dirPath folder"
).split(" ");
/** Lists of changes, each with its path. */
const CHANGES = "edits replacements changes operations files".split(" ");
const FROM = "source src from old_path oldPath source_path".split(" ");
const TO = "destination dest to new_path newPath destination_path target_path".split(" ");
const ADDRESSES = "url urls uri href address endpoint".split(" ");
const FOLDERS = "cwd workdir working_directory workingDirectory Cwd".split(" ");

/** With one of these, a path is not one of this machine. */
const ELSEWHERE =
  "owner repo repository repo_id project_id projectId bucket container_id pod namespace drive_id".split(" ");

/** Words of names of tools that look at what they are given, and at nothing else. */
const READING = new Set(
  "read view get list search find show open cat head tail stat info describe grep glob tree load lint check diagnostics symbols hover references".split(
    " ",
  ),
);
const DELETING = new Set("delete remove rm unlink trash".split(" "));
const WRITING = new Set(
  "write edit create make mkdir replace update append patch insert save put set move rename copy upload download modify apply format fix".split(
    " ",
  ),
);

/** The longest string that is taken for a path. */
const MAX_PATH = 4_096;

/**
 * A row for a tool that no table has, by the names of its arguments: what is called a command may be one for a shell, a path a file that it
 * may read and write, an address one that it may connect to. The words of its name say whether it reads, writes or deletes.
 */
export function guessedRow({ name, params }: CalledTool): ToolRow {
  const there = (names: readonly string[], is: (value: unknown) => boolean): readonly string[] =>
    names.filter((one) => is(own(params, one)));
  const words = wordsOf(name);
  const isLocal = there(ELSEWHERE, (value) => value !== undefined).length === 0;
  const paths = isLocal ? there([...PATHS, ...ADDRESSES], isPath) : [];
  const [from, to] = isLocal ? [there(FROM, isPath), there(TO, isPath)] : [[], []];
  const isMove = from.length > 0 && to.length > 0;
  return {
    tool: name,
    guessed: true,
    ...given("shell", there(COMMANDS, isCommand)),
    ...given("cwd", there(FOLDERS, isPath)),
    ...given(accessOf(words), [...paths, ...(isLocal ? there(CHANGES, isChanges) : [])]),
    ...(isMove && { [words.has("copy") ? "reads" : "moves"]: from, writes: to }),
    ...given("url", there(ADDRESSES, isAddress)),
    ...given("calls", there(["tool_calls", "toolCalls", "calls"], Array.isArray)),
  };
}

function accessOf(words: ReadonlySet<string>): "reads" | "edits" | "deletes" {
  const has = (of: ReadonlySet<string>): boolean => [...words].some((word) => of.has(word));
  if (has(DELETING)) return "deletes";
  return has(READING) && !has(WRITING) ? "reads" : "edits";
}

function given(key: keyof ToolRow, names: readonly string[]): Partial<ToolRow> {
  return names.length === 0 ? {} : { [key]: names };
}

/** The words of the tool's name, without that of its server. */
function wordsOf(name: string): ReadonlySet<string> {
  const last =
    name
      .slice(0, 200)
      .split(/__|[/:]/)
      .at(-1) ?? "";
  return new Set(
    last
      .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
      .toLowerCase()
      .split(/[^a-z0-9]+/),
  );
}

function isCommand(value: unknown): boolean {
  return isStrings(value, (text) => text.trim() !== "");
}

function isPath(value: unknown): boolean {
  return isStrings(
    value,
    (text) =>
      text !== "" &&
      text.length <= MAX_PATH &&
      !/[\n\r\0]/.test(text) &&
      (!SCHEME.test(text) || text.startsWith("file:")),
  );
}

function isChanges(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.some(
      (one) =>
        isRecord(one) && ["path", "file_path", "filePath", "file"].some((key) => isPath(own(one, key))),
    )
  );
}

function isAddress(value: unknown): boolean {
  return isStrings(value, (text) => SCHEME.test(text) && !text.startsWith("file:"));
}

const SCHEME = /^[A-Za-z][\w+.-]*:\/\//;

/** A string, or a list of nothing else. */
function isStrings(value: unknown, is: (text: string) => boolean): boolean {
  if (typeof value === "string") return is(value);
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string" && is(one));
}

/** The calls that are arguments of a call: OpenCode's `{ tool, parameters }`, and what others call them. */
export function innerCalls(params: object, names: ToolRow["calls"]): readonly CalledTool[] {
  const named = typeof names === "string" ? [names] : (names ?? []);
  return named.flatMap((name) => {
    const value: unknown = own(params, name);
    const calls: readonly unknown[] = Array.isArray(value) ? value : [];
    return calls.slice(0, MAX_CALLS).flatMap(innerCall);
  });
}

function innerCall(one: unknown): readonly CalledTool[] {
  if (!isRecord(one)) return [];
  const name = NAMES.map((key) => own(one, key)).find((value) => typeof value === "string");
  const input = INPUTS.map((key) => own(one, key)).find((value) => isRecord(value));
  if (typeof name !== "string") return [];
  return [{ name: name.replace(/^functions\./, ""), params: isRecord(input) ? input : {} }];
}

const NAMES = ["tool", "name", "toolName", "tool_name", "recipient_name"];
const INPUTS = ["parameters", "params", "input", "args", "arguments", "tool_input"];
const MAX_CALLS = 200;
