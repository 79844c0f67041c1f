import { approvalPolicies } from "../permissions/approval.js";
import type { Permissions } from "../permissions/permission-policies.js";
import type { PersonAnswer, SafetyMode } from "./tool-call.js";

/** The policies of a session, and what is wrong with its permissions. */
export type SessionPolicies = ReturnType<typeof approvalPolicies>;

/** What a session allows and forbids beside the files. */
export interface SessionRules {
  readonly permissions: Permissions;
  readonly mode: SafetyMode | undefined;
  /** Keeps what an answer of the user allows later calls. */
  remember(answer: PersonAnswer): void;
  /** Resolves when the policies of the session are in force as they are now; rejects when they cannot be put there. */
  inForce(): Promise<void>;
}

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
      if (answer.kind === "approve-balanced") mode = "balanced";
      if (answer.kind === "approve-session") mode = "autonomous";
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
