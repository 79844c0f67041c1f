import type { CodeSource, FactSpan } from "../facts.js";
import type { ProgramCall } from "./program-call.js";

/** Adds a fact about code that runs. */
export function addCode(
  context: ProgramCall,
  from: CodeSource,
  lang: string,
  path: string | null,
  text: string | null,
  span: FactSpan,
  maybe = false,
): void {
  const { lists } = context.reading;
  lists.add(lists.executes, {
    from,
    lang,
    path,
    text: text === null ? null : text.slice(0, 2_000),
    place: context.call.place,
    certainty: maybe ? "maybe" : text === null && path === null ? "maybe" : context.certainty(),
    by: context.by(""),
    span,
  });
}
