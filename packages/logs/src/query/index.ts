export { loadDuckDb } from "./duckdb.js";
export { eventTable, type TakeEvent } from "./event-table.js";
export { openDatabase } from "./open-database.js";
export { QUERY_LIMITS } from "./query-limits.js";
export { csvLines, queryLines } from "./query-lines.js";
export type { RowTable } from "./row-table.js";
export { type AnswerColumn, runQuestion } from "./run-question.js";
export { trailTable } from "./trail-table.js";
export { writeParquet } from "./write-parquet.js";
