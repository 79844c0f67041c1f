import { readFileSync } from "node:fs";
import path from "node:path";

/** A sentence of a document, and what holds it or how Gatehouse differs. */
export interface Claim {
  readonly claim: number;
  readonly sentence: string;
  readonly test?: { readonly file: string; readonly name: string };
  /** The harm that the difference avoids. */
  readonly differs?: string;
}

/** @param document its number, three digits */
export function readClaims(root: string, document: string): readonly Claim[] {
  const text = readFileSync(path.join(root, "test/documents", `${document}.json`), "utf8");
  return JSON.parse(text) as readonly Claim[];
}
