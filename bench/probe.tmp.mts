import * as bench from "./probe-all.tmp.ts";
const { probe } = bench as any;
probe(process.argv[2], Number(process.argv[3] ?? 400000));
