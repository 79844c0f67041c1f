import { compileSignals, type SignalScorer, messageHash } from "./compile-signals.js";
import { gatesAction } from "./gating-events.js";
import type { HookContext } from "./hook.js";
import type { SignalsLike } from "./signal.js";
import type { Hider } from "./show-transcript.js";
import type { Moment } from "./condition-logic.js";
import { textIn } from "./event-fields.js";

/** A prompt that the user submits, as Claude Code and as canonical events call it. */
const prompts: ReadonlySet<string> = new Set(["UserPromptSubmit", "prompt"]);

/**
 * The messages that signals score: the last `window` that user and assistant said, oldest first. Tool calls, their results
 * and records that say nothing do not count. For a prompt that the user submits: only that prompt.
 */
export function transcriptTexts({ event, transcript }: Moment, window: number): readonly string[] {
  const prompt = prompts.has(event.event) ? textIn(event, "prompt") : undefined;
  if (prompt !== undefined) return [prompt];
  const texts: string[] = [];
  for (let at = transcript.records.length - 1; at >= 0 && texts.length < window; at--) {
    const text = transcript.records[at]?.text ?? "";
    if (text !== "") texts.push(text);
  }
  return texts.reverse();
}

/** The lines of the messages that triggered, secrets hidden in the whole messages first. */
type PickLines = (hide: Pick<Hider, "text">) => readonly string[];

/** Signals or a scorer of them, as a scorer. */
export function scorerOf(signals: SignalsLike | SignalScorer): SignalScorer {
  return "match" in signals ? signals : compileSignals(signals);
}

/**
 * Looks for signals in what was said; undefined when they do not fire. At events that gate an action nothing is used up:
 * what led to one attempt leads to the next.
 *
 * @param whenUnsure - what counts where signals could fire that cannot be looked for.
 */
export function listenFor(
  context: HookContext,
  signals: SignalsLike | SignalScorer,
  whenUnsure: boolean,
): PickLines | undefined {
  const { environment, event, hook, state, transcript } = context;
  const { nlp } = environment;
  const scorer = scorerOf(signals);
  const texts = transcriptTexts(context, scorer.signals.window);
  const gates = gatesAction([event.event]);
  const match = scorer.match(texts, { consumed: new Set(gates ? [] : state.consumed), nlp });
  if (match.unavailable.length > 0) {
    environment.onNotice?.({
      code: "signal-unavailable",
      hook,
      message: `${match.unavailable.length} signals cannot be looked for: no language matcher, or a message that is too long`,
    });
  }
  // What was said before is not known: it may hold every signal.
  const isDeaf = transcript.missing !== undefined && texts.length === 0;
  if (isDeaf) context.tellMissing?.();
  if (!match.fires && !(whenUnsure && (match.mayFire || isDeaf))) return undefined;
  if (!gates) context.spend(match.texts.map(messageHash));
  return (hide) => {
    const shown = match.texts.map(hide.text);
    const lines = scorer.context(shown, nlp);
    // A message whose signal spans lines, or is in a hidden part, has no line to pick.
    const whole = shown.filter((text) => scorer.context([text], nlp).length === 0);
    return [...lines, ...whole];
  };
}
