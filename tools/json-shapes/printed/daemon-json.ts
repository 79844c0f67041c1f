import * as z from "zod";
import type { DaemonStatusJson, DaemonStoppedJson } from "../../../packages/agents/src/daemon/daemon.js";
import { count, flag, list, text, texts } from "../fields.js";
import { printed } from "../json-shape.js";

export const daemonPrinted = {
  DaemonStatusJson: printed<DaemonStatusJson>()(
    z.strictObject({
      running: flag("a daemon of this user runs; the other fields are there where it does"),
      version: text("its version").optional(),
      pid: count("its process").optional(),
      projects: list(
        z.strictObject({
          project: text("its folder"),
          decisions: count("how many"),
          reloads: count("how often its policies were loaded anew"),
          broken: texts("why the policies that were edited last are not in force"),
        }),
        "the projects that it decides for",
      ).optional(),
    }),
  ),
  DaemonStoppedJson: printed<DaemonStoppedJson>()(
    z.strictObject({ stopped: flag("one was running, and is asked to end") }),
  ),
};
