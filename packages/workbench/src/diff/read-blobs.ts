import { UsageError } from "@gatehouse-hooks/console";

/** The largest file of a revision that is read, and the most that one command prints, in bytes. */
const MAX_FILE_BYTES = 1_048_576;
export const MAX_READ_BYTES: number = 16 * MAX_FILE_BYTES;

/** Bytes that `cat-file --batch` may print before a file: its object, its type and its size. */
const HEADER_BYTES = 100;

/** A file of a revision. */
export interface TreeFile {
  readonly path: string;
  /** The object's name, as git prints it. */
  readonly object: string;
  readonly bytes: number;
}

/** A file, and what is in it. */
interface ReadTreeFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Reads files of a revision, many with one command.
 *
 * @param read runs a git command; nothing where it fails
 * @throws UsageError for a file that is too large, or cannot be read
 */
export async function* readBlobs(
  blobs: readonly TreeFile[],
  read: (args: readonly string[], input?: string) => Promise<string | undefined>,
): AsyncGenerator<ReadTreeFile> {
  const large = blobs.find(({ bytes }) => !(bytes <= MAX_FILE_BYTES));
  if (large !== undefined)
    throw new UsageError(`\`${large.path}\` of the revision is larger than ${MAX_FILE_BYTES} bytes`);
  for (const batch of batchesOf(blobs)) {
    const input = batch.map(({ object }) => `${object}\n`).join("");
    const texts = textsIn((await read(["cat-file", "--batch"], input)) ?? "", batch);
    for (const [i, { path, object }] of batch.entries()) {
      // Where what was printed cannot be told apart, one of the files is not UTF-8: then each is read by itself.
      const text = texts?.[i] ?? (await read(["cat-file", "blob", object]));
      if (text === undefined) throw new UsageError(`\`${path}\` of the revision cannot be read`);
      yield { path, text };
    }
  }
}

/** As many as one command prints. */
function batchesOf(blobs: readonly TreeFile[]): readonly (readonly TreeFile[])[] {
  const batches: TreeFile[][] = [];
  let left = 0;
  for (const blob of blobs) {
    const bytes = blob.bytes + HEADER_BYTES;
    if (bytes > left) {
      batches.push([]);
      left = MAX_READ_BYTES;
    }
    batches.at(-1)?.push(blob);
    left -= bytes;
  }
  return batches;
}

/**
 * The files in what `cat-file --batch` prints: for each `OBJECT blob SIZE`, a line end, the file, a line end.
 *
 * @returns nothing unless all of it is so, to the byte
 */
function textsIn(printed: string, blobs: readonly TreeFile[]): readonly string[] | undefined {
  const bytes = Buffer.from(printed);
  const texts: string[] = [];
  let at = 0;
  for (const { object, bytes: size } of blobs) {
    const header = Buffer.from(`${object} blob ${size}\n`);
    if (!bytes.subarray(at, at + header.length).equals(header)) return undefined;
    const start = at + header.length;
    at = start + size + 1;
    if (bytes[at - 1] !== LINE_FEED) return undefined;
    texts.push(bytes.toString("utf8", start, start + size));
  }
  return at === bytes.length ? texts : undefined;
}

const LINE_FEED = 10;
