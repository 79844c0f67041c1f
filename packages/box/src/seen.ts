/** A file or folder that is there, and that a box treats otherwise than what is around it. */
export interface SeenPlace {
  /** Absolute, without links. */
  readonly path: string;
  readonly isFolder: boolean;
  /** The policy that says so. */
  readonly policy: string;
}

/** Something that cannot be read. */
export interface HiddenPlace extends SeenPlace {
  /** Of a folder: what in it stays readable, absolute. */
  readonly shown: readonly string[];
  /** A file whose values are replaced: what its other text is read from, a descriptor of the process that starts the box, or a file. */
  readonly textFrom?: number | string;
}

/** A folder that a box has another one in the place of. */
export interface OwnFolder {
  readonly path: string;
  /** Where the box's is, absolute. */
  readonly from: string;
}

/** What was found of a profile on a machine. All paths are absolute and without links. */
export interface Seen {
  readonly workspace: string;
  readonly cwd: string;
  /** Folders that may be written, the outer ones first; those that are not there are left out. */
  readonly writable: readonly string[];
  readonly hidden: readonly HiddenPlace[];
  /** Folders in whose place the box has another one, which is writable and outlives it. */
  readonly ownFolders: readonly OwnFolder[];
  /** What may not be written; what must not come into being has a placeholder there. */
  readonly kept: readonly SeenPlace[];
  /** Links to what is kept: the folders that they are in are not renamed. */
  readonly links?: readonly SeenPlace[];
  /** Folders of sockets: emptied, since a read-only mount does not keep anyone from connecting. */
  readonly sockets: readonly string[];
  /** Files below them that have to be there all the same. */
  readonly needed: readonly string[];
  /** The address of the proxy that leads to the hosts of a list, which programs find in their variables. */
  readonly proxy?: string;
  /** Names of variables that the call does not see. */
  readonly variables: readonly string[];
}
