import type { JsonObject } from "@gatehouse-hooks/json";

/** What a hook's process does to answer: what it prints, and its exit code. */
export interface Spoken {
  /** One JSON object, or nothing at all. */
  readonly stdout: string;
  /** Words for a failure, where the agent reads them there. */
  readonly stderr: string;
  readonly exitCode: 0 | 2;
  /** What the decision says and this agent has no field for: for a log, never for the agent. */
  readonly unsaid: readonly string[];
}

/** How an answer is spoken. */
export interface SpeakOptions {
  /** A person is there to answer the agent's questions. Default false. */
  readonly interactive?: boolean;
  /**
   * The agent takes an empty answer for a failure (Cursor's `failClosed`): an abstention says so in the agent's words.
   */
  readonly mustAnswer?: boolean;
}

/** An answer on stdout; an empty object prints nothing. */
export function printed(answer: JsonObject, unsaid: readonly string[] = []): Spoken {
  const stdout = Object.keys(answer).length === 0 ? "" : JSON.stringify(answer);
  return { stdout, stderr: "", exitCode: 0, unsaid };
}

/** Exit code 2, with the reason on stderr: it has no control characters but line breaks, as a terminal may show it. */
export function refused(reason: string): Spoken {
  const stderr = `${reason.replace(/[^\P{Cc}\n\t]/gu, "\uFFFD")}\n`;
  return { stdout: "", stderr, exitCode: 2, unsaid: [] };
}
