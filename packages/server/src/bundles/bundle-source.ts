/** Where a bundle is fetched from. */
export interface BundleSource {
  /**
   * The bytes, where they are others than those of the tag. Bounded in time and size.
   *
   * @throws Error with words for people, when nothing could be fetched
   */
  readonly fetch: (tag: string | undefined) => Promise<
    | { readonly kind: "same" }
    | {
        readonly kind: "bytes";
        readonly bytes: Uint8Array;
        /** Names these bytes at their source: an `ETag`, or a digest. */
        readonly tag: string | undefined;
      }
  >;
}

/** What is sent so that a source lets one in. */
export interface SourceAccess {
  /** The whole header: `Bearer …` or `Basic …`. */
  readonly authorization?: string | undefined;
}
