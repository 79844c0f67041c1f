import type { Io, Output } from "../io.js";

/** Puts a style around a string. */
type Style = (text: string) => string;

/** The name of a style. */
export type StyleName = keyof Palette;

/** Colours, or their absence. */
export interface Palette {
  readonly bold: Style;
  readonly dim: Style;
  readonly red: Style;
  readonly green: Style;
  readonly yellow: Style;
  readonly magenta: Style;
  readonly cyan: Style;
}

/**
 * The palette for an output: colours on a terminal that wants them. `NO_COLOR`, `TERM=dumb` and `--no-color` turn them
 * off, `FORCE_COLOR` turns them on.
 */
export function paletteFor(output: Output, env: Io["env"], wanted: boolean): Palette {
  const on =
    wanted &&
    !env["NO_COLOR"] &&
    (env["FORCE_COLOR"] && env["FORCE_COLOR"] !== "0"
      ? true
      : output.columns !== undefined && env["TERM"] !== "dumb");
  return on ? COLOURS : PLAIN;
}

/** Bold and dim end with the same code: what is around goes on after it. */
const COLOURS: Palette = {
  bold: style(1, 22, "\u001b[22m\u001b[1m"),
  dim: style(2, 22, "\u001b[22m\u001b[2m"),
  red: style(31, 39),
  green: style(32, 39),
  yellow: style(33, 39),
  magenta: style(35, 39),
  cyan: style(36, 39),
};

/** No colours. */
export const PLAIN: Palette = {
  bold: asIs,
  dim: asIs,
  red: asIs,
  green: asIs,
  yellow: asIs,
  magenta: asIs,
  cyan: asIs,
};

/** A string in several styles, the first one within the others. */
export function styled(text: string, styles: readonly StyleName[], colors: Palette): string {
  return styles.reduce((shown, name) => colors[name](shown), text);
}

/** Codes of ECMA-48, "Select graphic rendition". Where a style within this one ends, this one begins again. */
function style(begin: number, end: number, again = `\u001b[${begin}m`): Style {
  const ended = `\u001b[${end}m`;
  return (text) => `\u001b[${begin}m${text.replaceAll(ended, again)}${ended}`;
}

function asIs(text: string): string {
  return text;
}
