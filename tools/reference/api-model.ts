/** What is read of the model that API Extractor makes of an entry: what is exported, with its declarations and comments. */
export interface ApiModel {
  readonly members: readonly [{ readonly members: readonly ApiItem[] }];
}

/** A declaration of an entry, or a member of one. */
export interface ApiItem {
  readonly kind: string;
  readonly name?: string;
  readonly docComment?: string;
  /** The declaration's text, in pieces. */
  readonly excerptTokens: readonly { readonly text: string }[];
  readonly members?: readonly ApiItem[];
}
