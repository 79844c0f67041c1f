/** The files that have a JSON Schema, as the files of the package in `schemas/` are called. */
export type SchemaName = "gatehouse" | "mayros-config" | "docker-agent" | "mimir";
