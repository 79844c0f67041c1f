import type { RuleImporter } from "./rule-importer.js";

/** Files in which an agent has rules that no importer reads: where one has what it looks for, the rules are not known. */
export interface UnreadRules {
  /** As those of an importer. */
  readonly places: readonly string[];
  readonly hasRules: (text: string) => boolean;
}

/**
 * Where the rules are that an agent itself compares a call with. It compares them with the call as a hook has rewritten it: before a
 * rewrite is sent they are asked about the call as it came.
 */
export type OwnRules =
  | {
      readonly kind: "files";
      readonly host: string;
      readonly title: string;
      readonly importer: RuleImporter;
      /** Beside the importer's: those of the machine, and what the agent keeps of an organisation's. */
      readonly more: readonly string[];
      /** The folder of session files below the agent's own folder: their path tells where that is, whatever has moved it. */
      readonly sessions?: string;
      readonly unread?: UnreadRules;
    }
  /** They are said where nothing here can read them. */
  | { readonly kind: "unread"; readonly host: string; readonly title: string; readonly why: string }
  /** It compares them with what hooks have made of a call on purpose, as its own documents say. */
  | { readonly kind: "after hooks"; readonly host: string; readonly title: string };
