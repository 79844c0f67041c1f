import { rolldown } from "rolldown";
import path from "node:path"; import fs from "node:fs";
import { SOURCE_CONDITION } from "../tools/scope.js";
import { lateModules } from "../tools/build/late-modules.js";
import { plainRoot, requiredRe2js } from "../tools/build/bundle-condition.js";
import { pathCopies } from "../tools/build/path-copies.js";
const cli=path.resolve("packages/cli"); const dist="/tmp/dist-try"; fs.rmSync(dist,{recursive:true,force:true}); fs.mkdirSync(dist);
const late=lateModules();
const bundle=await rolldown({ input:path.join(cli,"src/bin.ts"), cwd:cli, platform:"node", resolve:{conditionNames:[SOURCE_CONDITION,"node","import","default"],alias:{ "jsonc-parser": "jsonc-parser/lib/esm/main.js" }}, logLevel:"warn",
 external: [/^ai($|\/)/, /^@ai-sdk\//, "bullmq", "node-sqlite3-wasm"],
 plugins:[pathCopies(), requiredRe2js(dist), plainRoot(), late.plugin] });
const {output}=await bundle.write({dir:dist,format:"cjs",entryFileNames:"[name].js",chunkFileNames:"chunk-[name]-[hash].cjs", minify:false});
for(const c of output) if(c.type==="chunk") console.log(c.fileName,c.code.length,c.moduleIds.length);
