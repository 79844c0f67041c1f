import type { JsonObject } from "@gatehouse-hooks/json";
import { claudeCodeTranscript } from "../claude-code/transcript.js";
import { codexTranscript } from "../codex/transcript.js";
import { copilotTranscript } from "../copilot/transcript.js";
import { cursorTranscript } from "../cursor/transcript.js";
import { geminiCliTranscript } from "../gemini-cli/transcript.js";
import { qwenCodeTranscript } from "../qwen-code/transcript.js";
import type { AgentTranscript } from "../session/said.js";

/** The agents whose payloads name a transcript. OpenCode and docker-agent name no file. */
const TRANSCRIPTS: readonly AgentTranscript[] = [
  claudeCodeTranscript,
  codexTranscript,
  geminiCliTranscript,
  copilotTranscript,
  qwenCodeTranscript,
  cursorTranscript,
];

/** How the lines of a transcript are read, by the host's name. */
export const TRANSCRIPT_READERS: Readonly<
  Record<string, (lines: readonly JsonObject[]) => readonly JsonObject[]>
> = Object.fromEntries(TRANSCRIPTS.map(({ agent, read }) => [agent, read]));

/** Where an agent keeps the transcript of a session whose payloads do not name it, by the host's name. */
export const TRANSCRIPT_PLACES: Readonly<Record<string, (session: string) => readonly string[] | undefined>> =
  Object.fromEntries(
    TRANSCRIPTS.flatMap(({ agent, placeOf }) => (placeOf === undefined ? [] : [[agent, placeOf] as const])),
  );
