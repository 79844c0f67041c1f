import { type AuditTrail, createAuditTrail } from "@gatehouse-hooks/audit";
import type { Notice } from "@gatehouse-hooks/runtime";
import { join } from "node:path";
import { requireHome } from "../private-folder.js";
import type { Io } from "@gatehouse-hooks/console";
import { noteLine } from "@gatehouse-hooks/console/print";
import type { Context } from "../settings.js";

/** Where the trail is, unless another place is named. */
export function defaultTrail(io: Io): string {
  return join(requireHome(io.home), ".gatehouse", "audit");
}

/** Where the last lines of trails are kept, outside of them. */
export function trailState(io: Io): string {
  return join(io.home, ".gatehouse", "state", "audit");
}

/** The trail that this command writes, or undefined: nothing is recorded unless it is asked for. */
export async function openTrail(
  { io, settings, noticeColors }: Context,
  onNotice?: (notice: Notice) => void,
): Promise<AuditTrail | undefined> {
  if (settings.audit === undefined) return undefined;
  const { redact } = await import("@gatehouse-hooks/redact");
  return createAuditTrail({
    directory: settings.audit,
    stateDirectory: trailState(io),
    required: settings.auditRequired,
    redact,
    onNotice:
      onNotice ??
      ((notice) => {
        const text = `${noteLine(noticeColors, notice.message)}\n`;
        void io.stderr.write(text).catch(() => undefined);
      }),
  });
}
