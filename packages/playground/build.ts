/** Makes `dist/index.html`: the whole playground in one file. `pnpm --filter @gatehouse-hooks/playground run build` */
import { buildPage } from "./build/build-page.js";

const { file, bytes, gzipped } = await buildPage(import.meta.dirname);
console.log(`${file}: ${bytes} bytes, ${gzipped} gzipped`);
