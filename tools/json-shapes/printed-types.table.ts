import type * as z from "zod";
import { approvePrinted } from "./printed/approve-json.js";
import { auditPrinted } from "./printed/audit-json.js";
import { bundlePrinted } from "./printed/bundle-json.js";
import { cachePrinted } from "./printed/cache-json.js";
import { checkPrinted } from "./printed/check-json.js";
import { compilePrinted } from "./printed/compile-json.js";
import { daemonPrinted } from "./printed/daemon-json.js";
import { decidePrinted } from "./printed/decide-json.js";
import { diffPrinted } from "./printed/diff-json.js";
import { doctorPrinted } from "./printed/doctor-json.js";
import { errorPrinted } from "./printed/error-json.js";
import { evalPrinted } from "./printed/eval-json.js";
import { explainPrinted } from "./printed/explain-json.js";
import { factsPrinted } from "./printed/facts-json.js";
import { helpPrinted } from "./printed/help-json.js";
import { importPrinted } from "./printed/import-json.js";
import { initPrinted } from "./printed/init-json.js";
import { judgePrinted } from "./printed/judge-json.js";
import { keyPrinted } from "./printed/key-json.js";
import { listPrinted } from "./printed/list-json.js";
import { loadPrinted } from "./printed/load-json.js";
import { logPrinted } from "./printed/log-json.js";
import { mcpPrinted } from "./printed/mcp-json.js";
import { memoryPrinted } from "./printed/memory-json.js";
import { newPrinted } from "./printed/new-json.js";
import { packsPrinted } from "./printed/packs-json.js";
import { parseVerdictPrinted } from "./printed/parse-verdict-json.js";
import { reloadPrinted } from "./printed/reload-json.js";
import { replayPrinted } from "./printed/replay-json.js";
import { servePrinted } from "./printed/serve-json.js";
import { signPrinted } from "./printed/sign-json.js";
import { rowsPrinted } from "./printed/rows-json.js";
import { signalsPrinted } from "./printed/signals-json.js";
import { statusPrinted } from "./printed/status-json.js";
import { testPrinted } from "./printed/test-json.js";
import { trustPrinted } from "./printed/trust-json.js";
import { tryPrinted } from "./printed/try-json.js";
import { undoPrinted } from "./printed/undo-json.js";
import { whyPrinted } from "./printed/why-json.js";

/** The schemas of the types that commands print, by the names under which the command table has them. */
export const PRINTED_TYPES: Readonly<Record<string, z.ZodType>> = {
  ...approvePrinted,
  ...auditPrinted,
  ...bundlePrinted,
  ...cachePrinted,
  ...checkPrinted,
  ...compilePrinted,
  ...daemonPrinted,
  ...decidePrinted,
  ...diffPrinted,
  ...doctorPrinted,
  ...errorPrinted,
  ...evalPrinted,
  ...explainPrinted,
  ...factsPrinted,
  ...helpPrinted,
  ...importPrinted,
  ...initPrinted,
  ...judgePrinted,
  ...keyPrinted,
  ...listPrinted,
  ...loadPrinted,
  ...logPrinted,
  ...mcpPrinted,
  ...memoryPrinted,
  ...newPrinted,
  ...packsPrinted,
  ...parseVerdictPrinted,
  ...reloadPrinted,
  ...replayPrinted,
  ...rowsPrinted,
  ...servePrinted,
  ...signPrinted,
  ...signalsPrinted,
  ...statusPrinted,
  ...testPrinted,
  ...trustPrinted,
  ...tryPrinted,
  ...undoPrinted,
  ...whyPrinted,
};
