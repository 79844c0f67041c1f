import {
  type Alternatives,
  type Field,
  hole,
  literalOf,
  originsOf,
  textFrom,
  uniteOrigins,
} from "@gatehouse-hooks/shell";
import { applyUsage } from "../programs/apply-usage.js";
import type { ProgramCall } from "../programs/program-call.js";
import { decodeBase64 } from "@gatehouse-hooks/languages";

/** `base64`: what it decodes is known when its input is. */
export function readBase64(context: ProgramCall): Alternatives {
  const output = applyUsage(context);
  if (!context.has("-d")) return output;
  const sources = context.sources.length === 0 ? [context.call.input.content] : context.sources;
  // Without anything to read it decodes what it is given later.
  if (context.sources.length === 0 && context.call.input.kind === "none")
    return [hole([{ kind: "decoded" }])];
  const [only] = sources;
  if (sources.length !== 1 || only === undefined) return output;
  return only.map((field): Field => {
    const from = uniteOrigins([{ kind: "decoded" }], originsOf(field));
    const known = literalOf(field);
    const decoded = known === null ? null : decodeBase64(known);
    return decoded === null ? hole(from) : textFrom(decoded, from);
  });
}
