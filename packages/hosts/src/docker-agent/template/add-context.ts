import type { Event, Verdict } from "@gatehouse-hooks/engine";
import { parseTemplate } from "./parse-template.js";
import { renderTemplate } from "./render-template.js";

/** The builtins of docker-agent that need its templates, by name; the others are in `@gatehouse-hooks/commands`. */
export const templateBuiltins: {
  readonly add_context: (question: {
    readonly handler: { readonly args?: readonly string[] };
    readonly event: Event;
  }) => Promise<Verdict>;
} = {
  add_context: ({ handler: { args = [] }, event }) => Promise.resolve(addContext(args, event)),
};

/** Each argument is a template: what it gives is context, a line each. One that cannot be filled is a failure. */
function addContext(args: readonly string[], event: Event): Verdict {
  const texts: string[] = [];
  for (const [at, template] of args.entries()) {
    const parsed = parseTemplate(template);
    const filled = parsed.ok ? renderTemplate(parsed.nodes, event, undefined, "problem") : parsed;
    if (!filled.ok) {
      const message = `add_context: argument ${at + 1}: ${filled.problem}`;
      return { kind: "failure", code: "invalid-value", message, source: "add_context" };
    }
    if (filled.text.trim() !== "") texts.push(filled.text);
  }
  return { kind: "approve", reason: "", ...(texts.length > 0 && { context: [texts.join("\n")] }) };
}
