export type { Decision, Effect, TraceEntry, Warning } from "./decision.js";
export type { Event } from "./event.js";
export type { Need, Verdicts } from "./need.js";
export type {
  BuiltinHandler,
  CacheScope,
  CommandHandler,
  Condition,
  FunctionHandler,
  Handler,
  JudgeHandler,
  OnFailure,
  Policy,
  PolicyDefinition,
  PolicySource,
  StaticHandler,
  Tier,
} from "./policy.js";
export type { Answer, Failure, Provenance, Usage, Verdict } from "./verdict.js";
