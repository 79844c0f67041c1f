import { type Compat, load } from "@gatehouse-hooks/hosts";
import { expect } from "vitest";
import type { Agent, AgentOptions } from "./docker-agent.js";

export type Data = Readonly<Record<string, unknown>>;

/** A row of docker-agent's own tests that needs a whole agent, or real processes. */
export interface Row {
  readonly id: string;
  readonly eras: readonly string[];
  readonly kind: string;
  readonly given: Data;
  readonly expect: Data;
}

/** Runs a row in a directory of its own; rejects when something is not as expected. */
export type RunRow = (row: Row, compat: Compat, directory: string) => Promise<void>;

/** The environment of hooks. */
export const ENV: Readonly<Record<string, string | undefined>> = { PATH: process.env["PATH"] };

/** Shell text that says something on stdout, having read its input. */
export function says(text: string): string {
  return `cat > /dev/null; printf '%s' '${text.replaceAll("'", "'\\''")}'`;
}

/** Shell text that gives these fields of `hook_specific_output`. */
export function specific(output: Data): string {
  return says(JSON.stringify({ hook_specific_output: output }));
}

export function command(text: string, more: Data = {}): Data {
  return { type: "command", command: text, ...more };
}

export function policiesOf(file: Data, compat: Compat): AgentOptions["policies"] {
  const { policies, issues } = load(JSON.stringify(file), {
    path: "agent.json",
    format: "docker-agent",
    options: { "docker-agent": { compat } },
  });
  expect(issues).toEqual([]);
  return policies;
}

export function fileOf(hooks: Data, more: Data = {}): Data {
  return { agents: { root: { hooks } }, ...more };
}

export function eventsOf(agent: Agent, name: string): readonly Data[] {
  return agent.log.flatMap((entry) => (entry.kind === "event" && entry.name === name ? [entry.input] : []));
}
