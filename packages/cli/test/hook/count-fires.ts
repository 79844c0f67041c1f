// A process that lets one hook fire once: `count-fires.ts FOLDER MOST`.
import { afterFire, fileHookStates } from "@gatehouse-hooks/hooks";

const [folder = "", most = ""] = process.argv.slice(2);
const fired = await fileHookStates(folder).update("s", "h", (state) =>
  state.fires >= Number(most) ? undefined : afterFire(state, 0, []),
);
process.stdout.write(fired ? "fired" : "spent");
