import type { Io } from "../../../console/src/io.js";

/** An outside that gives and takes nothing: for the tree of commands, which is not run. */
export function noIo(): Io {
  const output: Io["stdout"] = { columns: undefined, write: () => Promise.resolve() };
  return {
    stdin: nothing(),
    stdout: output,
    stderr: output,
    env: {},
    cwd: "/",
    home: "/",
    interactive: false,
    onInterrupt: () => () => {},
  };
}

// eslint-disable-next-line require-yield -- there is nothing to yield
async function* nothing(): AsyncGenerator<Uint8Array> {
  // Nothing comes.
}
