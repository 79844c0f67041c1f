/** What the members of a set are. */
export type SetKind = "paths" | "hosts" | "programs";

/** A set of a file (SPEC, "Sets and effects"): members of one kind, other sets, and what is taken out again. */
export interface SetShape {
  readonly description?: string | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly programs?: readonly string[] | undefined;
  readonly of?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
}

/** Members, and what is taken out of just these. */
export interface SetGroup {
  readonly members: readonly string[];
  readonly except: readonly string[];
}

/** A set with those that it is made of. */
export interface ReadSet {
  readonly kind: SetKind;
  readonly groups: readonly SetGroup[];
}

/** Where something happens: on this machine, on another one, in a container. */
export type Where = "here" | "remote" | "container";

/** The verdict on what is only perhaps meant. */
type Doubt = "ignore" | "warn" | "ask" | "deny";

/** The keys of a policy that say what a call does, and become its condition. */
export interface EffectsShape {
  readonly reads?: readonly string[] | undefined;
  readonly lists?: readonly string[] | undefined;
  readonly writes?: readonly string[] | undefined;
  readonly deletes?: readonly string[] | undefined;
  readonly changes?: readonly string[] | undefined;
  readonly sends?: readonly string[] | undefined;
  readonly runs?: readonly string[] | undefined;
  readonly does?: readonly string[] | undefined;
  /** Paths that are taken out of all of these. */
  readonly except?: readonly string[] | undefined;
  readonly where?: readonly Where[] | undefined;
  readonly doubt?: Doubt | undefined;
}

/** The keys that are about paths. */
export type PathEffect = "reads" | "lists" | "writes" | "deletes" | "changes" | "sends";

/** The keys that say what a call does. */
export type EffectKey = PathEffect | "runs" | "does";

/** The same, in the order of the condition. */
export const EFFECTS: readonly EffectKey[] = [
  "reads",
  "lists",
  "writes",
  "deletes",
  "changes",
  "sends",
  "runs",
  "does",
];
