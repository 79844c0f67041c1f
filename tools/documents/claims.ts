import { readFileSync } from "node:fs";
import path from "node:path";

/** A sentence of a document, and what holds it or how Gatehouse differs. */
export interface Claim {
  readonly claim: number;
  readonly sentence: string;
  readonly test?: { readonly file: string; readonly name: string };
  /** What happens instead. */
  readonly differs?: string;
  /** The name of the harm that the difference avoids (`differences.json`). */
  readonly harm?: string;
}

/** A reason for which Gatehouse differs from a document on purpose. */
export interface Difference {
  readonly name: string;
  /** What would happen otherwise, to a reader of the document. */
  readonly harm: string;
  readonly instead: string;
}

/** The only reasons that there are. */
export function readDifferences(root: string): readonly Difference[] {
  const text = readFileSync(path.join(root, "test/documents/differences.json"), "utf8");
  return JSON.parse(text) as readonly Difference[];
}

/** @param document its number, three digits */
export function readClaims(root: string, document: string): readonly Claim[] {
  const text = readFileSync(path.join(root, "test/documents", `${document}.json`), "utf8");
  return JSON.parse(text) as readonly Claim[];
}

/** What was tried with real agents, and held. */
export interface TriedInAgents {
  readonly date: string;
  /** Its version. */
  readonly claudeCode: string;
  readonly sentences: readonly { readonly document: string; readonly sentence: string }[];
}

/** The last run of `pnpm agents --documents --write`. */
export function readTried(root: string): TriedInAgents {
  const text = readFileSync(path.join(root, "test/documents/agents.json"), "utf8");
  return JSON.parse(text) as TriedInAgents;
}
