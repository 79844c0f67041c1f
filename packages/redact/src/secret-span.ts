/** A secret in a text, in UTF-16 code units: from `start` to before `end`. */
export interface SecretSpan {
  /** What kind of secret it is, such as `github-token`: the `kind` of its rule. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}
