import { quote } from "@gatehouse-hooks/json";
import { approvalPolicies } from "../permissions/approval.js";
import type { Permissions } from "../permissions/permission-policies.js";
import type { PersonAnswer, SafetyMode } from "./tool-call.js";

/** The policies of a session, and what is wrong with its permissions. */
export type SessionPolicies = ReturnType<typeof approvalPolicies>;

/** Words for the modes, with the names that one of them had before; the empty word is no mode. */
const WORDS: Readonly<Record<string, SafetyMode | undefined>> = {
  "": undefined,
  strict: "strict",
  balanced: "balanced",
  safer: "balanced",
  "safe-auto": "balanced",
  autonomous: "autonomous",
};

/** The mode of a word; throws for any other word, for nobody knows what it would allow. */
export function safetyMode(word: string | undefined): SafetyMode | undefined {
  if (word === undefined) return undefined;
  if (Object.hasOwn(WORDS, word)) return WORDS[word];
  throw new TypeError(`there is no mode ${quote(word)}: expected strict, balanced or autonomous`);
}

/** What a session allows and forbids beside the files. */
interface SessionRules {
  readonly permissions: Permissions;
  readonly mode: SafetyMode | undefined;
  /** Keeps what an answer of the user allows later calls. */
  remember(answer: PersonAnswer): void;
  /** Resolves when the policies of the session are in force as they are now; rejects when they cannot be put there. */
  inForce(): Promise<void>;
}

/** The mode that an answer asks for, under the names too that it had before. */
const MODES: Readonly<Record<string, SafetyMode>> = {
  "approve-balanced": "balanced",
  "approve-safe": "balanced",
  "approve-safer": "balanced",
  "approve-session": "autonomous",
  "approve-autonomous": "autonomous",
};

/** @param reload puts the session's policies beside those of the files, instead of those that it was given before */
export function sessionRules(
  start: { readonly permissions: Permissions; readonly mode: SafetyMode | undefined },
  reload: (session: SessionPolicies) => Promise<unknown> | void,
): SessionRules {
  let { permissions, mode } = start;
  let isCurrent = false;
  let reloading: Promise<void> = Promise.resolve();

  const load = async (before: Promise<void>): Promise<void> => {
    // One after another: the last one asked for is the last one in force. Why one before failed was told to who waited for it.
    await before.catch(() => undefined);
    try {
      await reload(approvalPolicies({ session: permissions }));
    } catch (error) {
      isCurrent = false;
      throw error;
    }
  };

  return {
    get permissions() {
      return permissions;
    },
    get mode() {
      return mode;
    },
    remember(answer) {
      if (Object.hasOwn(MODES, answer.kind)) mode = MODES[answer.kind];
      if (answer.kind !== "approve-tool") return;
      permissions = { ...permissions, allow: [...(permissions.allow ?? []), answer.tool] };
      isCurrent = false;
    },
    inForce() {
      if (!isCurrent) {
        isCurrent = true;
        reloading = load(reloading);
      }
      return reloading;
    },
  };
}
