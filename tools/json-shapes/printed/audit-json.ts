import * as z from "zod";
import type { AuditQueryJson } from "../../../packages/workbench/src/audit/audit-query.js";
import type { AuditJson, AuditVerifyJson } from "../../../packages/workbench/src/audit/audit.js";
import { count, flag, line, list, openWords, text, texts, words } from "../fields.js";
import { printed } from "../json-shape.js";
import { auditRecord } from "../parts/audit.js";

export const auditPrinted = {
  AuditJson: printed<AuditJson>()(
    z.strictObject({
      directory: text("the trail's folder"),
      matching: count("how many records match; `--limit` of them are printed"),
      records: list(auditRecord, "the newest of them, oldest first"),
    }),
  ),
  AuditVerifyJson: printed<AuditVerifyJson>()(
    z.strictObject({
      directory: text("the trail's folder"),
      ok: flag("nothing shows that the trail was changed"),
      files: count("how many"),
      records: count("how many"),
      lost: count("records that the writers said they lost"),
      olderRemoved: flag("older files are gone, as the bound on files wants"),
      heads: texts("the lines that nothing points to yet: what `--head` takes"),
      problems: list(
        z.strictObject({
          severity: words(["error", "warning"], "an error: the trail was changed"),
          code: openWords(
            [
              "broken-link",
              "changed",
              "inserted",
              "missing-file",
              "missing-start",
              "head-missing",
              "no-records",
              "no-head",
              "torn",
              "unfinished",
              "lost",
            ],
            "what it is",
          ),
          message: text("for people"),
          file: text("the file of the trail").optional(),
          line,
        }),
        "what is wrong with it",
      ),
    }),
  ),
  AuditQueryJson: printed<AuditQueryJson>()(
    z.strictObject({
      columns: list(
        z.strictObject({
          name: text("the same name comes once: a second `x` is `x:1`"),
          type: text("as DuckDB calls it: `VARCHAR`, `BIGINT`"),
        }),
        "the columns of the answer",
      ),
      rows: list(
        z.array(z.unknown().describe("a cell; whole numbers above 2^53 and decimals are strings")),
        "cells in the order of the columns; at most as many rows as `--limit` says",
      ),
      cut: flag("there are more rows"),
    }),
  ),
};
