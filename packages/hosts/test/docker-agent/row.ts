/** A row of the vectors. */
export interface Row {
  readonly id: string;
  readonly eras: readonly string[];
  readonly kind: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
}
