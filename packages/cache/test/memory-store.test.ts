import { memoryStore } from "@gatehouse-hooks/cache";
import { storeSuite } from "./store-suite.js";

storeSuite(
  "memory",
  async () => {
    let now = 0;
    return {
      open: () => memoryStore({ clock: () => now }),
      wait: async (ms) => void (now += ms),
      remove: async () => undefined,
    };
  },
  { shared: false, runs: 200 },
);
