import type { ISerializedGast } from "chevrotain";
import { ConditionParser } from "../../packages/condition/src/parse/grammar.js";

/** The rules of the condition language as the parser runs them. Chevrotain checks them for ambiguity on the way. */
export function serializedGrammar(): readonly ISerializedGast[] {
  return new ConditionParser({ skipValidations: false }).getSerializedGastProductions();
}
