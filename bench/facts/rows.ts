import { readFileSync } from "node:fs";
import path from "node:path";
import { type Event, readEvent } from "@gatehouse-hooks/engine";

/** A command, and whether its source forbids it. */
export interface CommandRow {
  readonly command: string;
  readonly expected: string;
  readonly event: Event;
}

/** The rows that the tests have, too: of public tests, and those of this project that are commands. */
export function commandRows(): readonly CommandRow[] {
  const lines = (name: string): readonly Record<string, string>[] =>
    readFileSync(path.resolve("test/vectors", name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, string>);
  return [
    ...lines("commands.jsonl").map(({ command = "", expected = "" }) => ({ command, expected })),
    ...lines("facts.jsonl").map(({ command = "", expect = "" }) => ({ command, expected: expect })),
  ]
    .filter(({ command }) => !command.startsWith("@") && command.trim() !== "")
    .map((row) => ({ ...row, event: eventOf(row.command) }));
}

/** Ordinary commands of public sessions, CI files and documents, as calls in the project that they name. */
export function everydayEvents(): readonly (() => Event)[] {
  return readFileSync(path.resolve("test/vectors/everyday.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith('{"from": "fault"'))
    .map((line) => JSON.parse(line) as Readonly<Record<string, string>>)
    .map(
      ({ command = "" }) =>
        () =>
          eventOf(command, "/home/test/project"),
    );
}

/** A call of a shell in a project. */
export function eventOf(command: string, project = "/workspace/project"): Event {
  const place = { cwd: project, workspace: project, home: "/home/test" };
  const read = readEvent({ event: "before_tool_call", toolName: "exec", params: { command }, ...place });
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}
