import { existing } from "@gatehouse-hooks/json/intrinsics";
import type { MakeAtom } from "./atom.js";
import { pathAtoms } from "./path-atoms.js";
import { isKeyed, valueAtPath } from "./value-at-path.js";

/** The code for the tests of the paths of one form. Each writes out its read, since V8 learns about a read per place in the text. */
export interface Copy {
  /** The paths that it reads; `null` is any key. */
  readonly path: readonly (string | null)[];
  /** The atoms of a path of this form, which starts at the event and whose keys are plain (`isPlainKey`). */
  readonly atoms: (path: readonly (string | number)[]) => MakeAtom;
}

/** INVARIANT: a copy is given paths of its own length. */
function keyAt(path: readonly (string | number)[], at: number): string | number {
  return existing(path[at]);
}

const toolName = pathAtoms((event) => event["toolName"]);
const sessionKey = pathAtoms((event) => event["sessionKey"]);
const paramsCommand = pathAtoms((event) => {
  const { params } = event;
  return isKeyed(params) ? params["command"] : undefined;
});
const paramsPath = pathAtoms((event) => {
  const { params } = event;
  return isKeyed(params) ? params["path"] : undefined;
});
const paramsFilePath = pathAtoms((event) => {
  const { params } = event;
  return isKeyed(params) ? params["file_path"] : undefined;
});
const paramsUrl = pathAtoms((event) => {
  const { params } = event;
  return isKeyed(params) ? params["url"] : undefined;
});
const paramsContent = pathAtoms((event) => {
  const { params } = event;
  return isKeyed(params) ? params["content"] : undefined;
});

/**
 * The closest first. Reads by name are the fastest where events have many shapes, so the paths that most conditions
 * test have copies of their own.
 */
export const copies: readonly Copy[] = [
  { path: ["toolName"], atoms: () => toolName },
  { path: ["sessionKey"], atoms: () => sessionKey },
  { path: ["params", "command"], atoms: () => paramsCommand },
  { path: ["params", "path"], atoms: () => paramsPath },
  { path: ["params", "file_path"], atoms: () => paramsFilePath },
  { path: ["params", "url"], atoms: () => paramsUrl },
  { path: ["params", "content"], atoms: () => paramsContent },
  {
    path: ["params", null],
    atoms: (path) => {
      const key1 = keyAt(path, 1);
      return pathAtoms((event) => {
        const value0 = event["params"];
        return isKeyed(value0) ? value0[key1] : undefined;
      });
    },
  },
  {
    path: [null],
    atoms: (path) => {
      const key0 = keyAt(path, 0);
      return pathAtoms((event) => event[key0]);
    },
  },
  {
    path: [null, null],
    atoms: (path) => {
      const key0 = keyAt(path, 0);
      const key1 = keyAt(path, 1);
      return pathAtoms((event) => {
        const value0 = event[key0];
        return isKeyed(value0) ? value0[key1] : undefined;
      });
    },
  },
  {
    path: ["params", null, null],
    atoms: (path) => {
      const key1 = keyAt(path, 1);
      const key2 = keyAt(path, 2);
      return pathAtoms((event) => {
        const { params } = event;
        const value1 = isKeyed(params) ? params[key1] : undefined;
        return isKeyed(value1) ? value1[key2] : undefined;
      });
    },
  },
  {
    path: [null, null, null],
    atoms: (path) => {
      const key0 = keyAt(path, 0);
      const key1 = keyAt(path, 1);
      const key2 = keyAt(path, 2);
      return pathAtoms((event) => {
        const value0 = event[key0];
        const value1 = isKeyed(value0) ? value0[key1] : undefined;
        return isKeyed(value1) ? value1[key2] : undefined;
      });
    },
  },
];

/** Takes every path: it reads in a loop. */
export const anyPath: Copy["atoms"] = (path) => pathAtoms((event) => valueAtPath(event, path));
