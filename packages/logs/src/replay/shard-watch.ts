/** What goes on around a shard. */
export interface ShardWatch {
  /** So many bytes and lines more were read. True: stop. */
  readonly pause: (bytes: number, lines: number) => boolean | Promise<boolean>;
}
