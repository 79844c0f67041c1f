/** Makes `dist`, which is what the extension is packed of. `pnpm editor` packs it, and tries it in an editor. */
import path from "node:path";
import { stageExtension } from "./build/stage-extension.js";

await stageExtension(import.meta.dirname, path.join(import.meta.dirname, "dist"));
