export { loadDuckDb } from "./duckdb.js";
export { eventTable, type TakeEvent } from "./event-table.js";
export { openDatabase, type RowTable } from "./open-database.js";
export { csvLines, queryLines } from "./query-lines.js";
export { type AnswerColumn, runQuestion, QUERY_LIMITS } from "./run-question.js";
export { trailTable } from "./trail-table.js";
export { writeParquet } from "./write-parquet.js";
