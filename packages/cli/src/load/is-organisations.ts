/** What decides whose word a file is. */
export interface Ownership {
  readonly uid: number;
  readonly mode: number;
}

/** Group and others. */
const WRITABLE_BY_OTHERS = 0o022;

/** Only root can have written it. */
export function isOrganisations({ uid, mode }: Ownership): boolean {
  return uid === 0 && (mode & WRITABLE_BY_OTHERS) === 0;
}
