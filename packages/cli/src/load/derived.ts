import type { CompileOptions } from "@gatehouse-hooks/engine";

/** What derives the facts of events: given to everything here that compiles policies or opens stored ones. */
export const DERIVED: Pick<CompileOptions, "derive"> = {};
