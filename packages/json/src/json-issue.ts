import type { Issue } from "./issue.js";
import { position } from "./position.js";

/** A value, or why it was refused. It inherits nothing, so that no `issue` of `Object.prototype` is taken for one. */
export type JsonResult<T> =
  | { readonly value: T; readonly issue?: never }
  | { readonly issue: Issue; readonly value?: never };

class Sealed<T> {
  readonly value: T;

  constructor(value: T) {
    this.value = value;
  }
}

class Refused {
  readonly issue: Issue;

  constructor(issue: Issue) {
    this.issue = issue;
  }
}

for (const { prototype } of [Sealed, Refused]) {
  Object.setPrototypeOf(prototype, null);
  Reflect.deleteProperty(prototype, "constructor");
  Object.freeze(prototype);
}

export function sealed<T>(value: T): JsonResult<T> {
  return new Sealed(value);
}

export function refusedResult<T>(issue: Issue): JsonResult<T> {
  return new Refused(issue);
}

/** What is said of a value that has to be an object. */
export const NOT_OBJECT: Issue = Object.freeze({
  severity: "error",
  code: "json-not-object",
  message: "expected a JSON object",
});

/** Ends the reading of one value; never leaves this folder. */
export class Refusal extends Error {
  readonly code: string;
  readonly offset: number | undefined;
  /** Where in a JavaScript value: `.name` and `[0]`, outermost first. */
  path: string = "";

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
