import picocolors from "picocolors";
import type { Io, Output } from "../io.js";

/** Colours, or their absence. */
export type Palette = ReturnType<typeof picocolors.createColors>;

/**
 * The palette for an output: colours on a terminal that wants them. `NO_COLOR`, `TERM=dumb` and `--no-color` turn them
 * off, `FORCE_COLOR` turns them on.
 */
export function paletteFor(output: Output, env: Io["env"], wanted: boolean): Palette {
  const on =
    wanted &&
    !env["NO_COLOR"] &&
    (env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "0"
      ? true
      : output.columns !== undefined && env["TERM"] !== "dumb");
  return picocolors.createColors(on);
}
