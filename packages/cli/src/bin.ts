#!/usr/bin/env node
import * as nodeModule from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { compiledFolder } from "@gatehouse-hooks/console";

// Node (22.8 and later) keeps what V8 compiles of this program's files: that saves a start a sixth. Without a folder each start compiles.
const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
const compiled = enableCompileCache && compiledFolder(fileURLToPath(import.meta.url));
if (compiled !== undefined) enableCompileCache?.(compiled);
void import("./start.js").then(({ start }) => start(process.argv.slice(2)));
