import { charCodeAt, endsWith, includes, startsWith } from "@gatehouse-hooks/json/intrinsics";

/**
 * Tests of one string, linked by where each goes when it holds and when it does not. One loop runs them all, so the
 * engine optimises it once.
 */
export class TextTest {
  readonly operation: number;
  readonly part: string;
  /** The code unit that the text must start or end with. */
  readonly guard: number;
  readonly yes: TextTest | null;
  readonly no: TextTest | null;

  constructor(operation: number, part: string, yes: TextTest | null, no: TextTest | null) {
    this.operation = operation;
    this.part = part;
    this.guard = charCodeAt(part, operation === STARTS ? 0 : part.length - 1);
    this.yes = yes;
    this.no = no;
  }
}

const EQUALS = 0;
const INCLUDES = 1;
const STARTS = 2;
const ENDS = 3;
const ANY = 4;

/** The ends of every chain. */
export const holds: TextTest = new TextTest(-1, "", null, null);
export const fails: TextTest = new TextTest(-2, "", null, null);

/** One test; every string starts and ends with the empty one and contains it. */
export function textTest(
  kind: "equals" | "includes" | "startsWith" | "endsWith",
  part: string,
  yes: TextTest,
  no: TextTest,
): TextTest {
  if (kind === "equals") return new TextTest(EQUALS, part, yes, no);
  if (part === "") return new TextTest(ANY, part, yes, no);
  return new TextTest(kind === "includes" ? INCLUDES : kind === "startsWith" ? STARTS : ENDS, part, yes, no);
}

/** Runs a chain on a string. */
export function runTextTest(first: TextTest, text: string): boolean {
  let test: TextTest | null = first;
  while (test !== null && test.operation >= 0) {
    const { operation, part, guard }: TextTest = test;
    let answer: boolean;
    switch (operation) {
      case EQUALS:
        answer = text === part;
        break;
      case INCLUDES:
        answer = includes(text, part);
        break;
      case STARTS:
        answer = charCodeAt(text, 0) === guard && startsWith(text, part);
        break;
      case ENDS:
        answer = charCodeAt(text, text.length - 1) === guard && endsWith(text, part);
        break;
      default:
        answer = true;
    }
    test = answer ? test.yes : test.no;
  }
  return test === holds;
}
