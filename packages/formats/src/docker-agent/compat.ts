/**
 * The generation of docker-agent whose reading of hook files and hook output is used. `2026-05` is the one that documents
 * 002 and 004 describe; `2026-09`, the default, closes the ways in which it fails open (SPEC, "Generations").
 */
export type Compat = "2026-05" | "2026-09";

export const DEFAULT_COMPAT: Compat = "2026-09";
