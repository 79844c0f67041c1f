import { type Alternatives, type Field, hole, originsOf } from "@gatehouse-hooks/shell";
import type { PathFact } from "../facts.js";
import { contentOf } from "./file-content.js";
import { type ProgramCall, isInput } from "./program-call.js";

/** A file that is read. */
export function readPath(
  context: ProgramCall,
  field: Field,
  index: number,
  what: string,
  tree: boolean,
): void {
  if (isInput(field)) {
    context.readsInput = true;
    context.sources.push(context.call.input.content);
    return;
  }
  const path = context.absolute(field);
  // A process substitution: what it gives is known or has origins of its own.
  if (path?.startsWith("/dev/fd/") === true) {
    context.sources.push(context.world.file(path) ?? [hole()]);
    return;
  }
  if (path === "/dev/null") return;
  const content = contentOf(context, field, context.path("reads", field, index, what, { tree }), tree);
  context.sources.push(content);
  readOrigins(context, content);
}

/** What a link leads to is read with it: what is copied was read before. */
function readOrigins(context: ProgramCall, content: Alternatives): void {
  const { lists } = context.reading;
  for (const one of content) {
    for (const { kind, file } of originsOf(one)) {
      const fact = file as PathFact | undefined;
      if (kind === "file" && fact !== undefined && !lists.reads.includes(fact)) lists.add(lists.reads, fact);
    }
  }
}

/** What comes from a connection. */
export const FROM_NETWORK: Alternatives = [hole([{ kind: "network" }])];

/**
 * Something runs whose output goes to where the call connects.
 *
 * @param run makes the facts of what runs
 * @returns the files whose content it reads, and so may send
 */
export function readBy(context: ProgramCall, run: () => void): readonly PathFact[] {
  const { reads } = context.reading.lists;
  const before = reads.length;
  run();
  return reads.slice(before).filter((one) => !one.list);
}
