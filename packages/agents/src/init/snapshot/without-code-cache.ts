/** Bytes of a length in Node's file of a snapshot. */
const LENGTH = 8;
/** As many modules as Node could have; fewer than the least are more likely something else. */
const MODULES = { least: 20, most: 5_000 } as const;
const LONGEST_NAME = 200;
const NAME = /^[\w./-]+$/;

/**
 * Node's file of a snapshot without what is compiled of Node's own modules, which is its last part and a third of it: each start reads
 * it all, and the modules that a hook needs are in the snapshot already. What is left is a snapshot with nothing compiled, which Node
 * takes; a module that is loaded later is compiled then.
 *
 * The part is a list: how many there are, then for each the length of its name, the name, the length of its data, the data; lengths are
 * little-endian (`SnapshotSerializer` in Node's `src/node_snapshotable.cc`).
 *
 * @returns null where the file does not end with such a list
 */
export function withoutCodeCache(file: Uint8Array): Uint8Array | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 0; at + LENGTH < file.length; at++) {
    if (!isListToEnd(view, at)) continue;
    const short = new Uint8Array(at + LENGTH);
    short.set(file.subarray(0, at));
    return short;
  }
  return null;
}

function isListToEnd(view: DataView, from: number): boolean {
  const count = lengthAt(view, from);
  if (count === null || count < MODULES.least || count > MODULES.most) return false;
  let at = from + LENGTH;
  for (let i = 0; i < count; i++) {
    const name = lengthAt(view, at);
    if (name === null || name < 1 || name > LONGEST_NAME || !isName(view, at + LENGTH, name)) return false;
    at += LENGTH + name;
    const data = lengthAt(view, at);
    if (data === null) return false;
    at += LENGTH + data;
  }
  return at === view.byteLength;
}

/** Null behind the end, and for a length above 4 GiB. */
function lengthAt(view: DataView, at: number): number | null {
  if (at + LENGTH > view.byteLength || view.getUint32(at + 4, true) !== 0) return null;
  return view.getUint32(at, true);
}

function isName(view: DataView, at: number, length: number): boolean {
  if (at + length > view.byteLength) return false;
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, length);
  return NAME.test(String.fromCharCode(...bytes));
}
