import type { Event, JudgeHandler } from "@gatehouse-hooks/engine";
import { shownContext } from "@gatehouse-hooks/json";

/** What a judge is told. */
export interface ToldJudge {
  readonly system: string;
  readonly prompt: string;
}

/** What a judge would be told of an event; undefined for a prompt in another language than ours. */
export async function judgePrompt(handler: JudgeHandler, event: Event): Promise<ToldJudge | undefined> {
  if (handler.template !== undefined) return undefined;
  const { buildPrompt } = await import("@gatehouse-hooks/judge");
  // A real call takes a fresh random marker; a fixed one makes the output of two dry runs comparable.
  const { system, prompt } = buildPrompt({
    body: handler.prompt,
    event: event.event,
    context: shownContext(handler, event),
    ...(handler.decisions === undefined ? {} : { decisions: handler.decisions }),
    marker: "MARKEROFADRYRUN",
  });
  return { system, prompt };
}
