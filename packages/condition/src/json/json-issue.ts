import type { Issue } from "../issue.js";
import { position } from "../position.js";

/** A value, or why it was refused. */
export type JsonResult<T> =
  { readonly value: T; readonly issue?: never } | { readonly issue: Issue; readonly value?: never };

/** Ends the reading of one value; never leaves this folder. */
export class Refusal extends Error {
  readonly code: string;
  readonly offset: number | undefined;

  constructor(code: string, message: string, offset?: number) {
    super(message);
    this.code = code;
    this.offset = offset;
  }
}

/** The issue of a refusal; with the text, also its line and column. */
export function issueOf(refusal: Refusal, text?: string): Issue {
  const { code, message, offset } = refusal;
  const place = offset === undefined ? {} : text === undefined ? { offset } : position(text, offset);
  return { severity: "error", code, message, ...place };
}
