/** The npm scope of the libraries; how it was chosen is in `docs/release.md`. */
export const SCOPE = "@gatehouse-hooks";

/** The npm package of the command. The command itself is called `gatehouse`. */
export const COMMAND_PACKAGE = "gatehouse-hooks";

/** The export condition under which packages of the workspace are read from their sources. */
export const SOURCE_CONDITION: string = `${SCOPE}/source`;
