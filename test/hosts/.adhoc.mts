import { readFileSync, mkdtempSync } from "node:fs";
import { load } from "@gatehouse/formats";
import { createAgent } from "./docker-agent.js";
const directory = mkdtempSync("/tmp/dk-");
for (const compat of ["2026-05","2026-09"] as const) {
const { policies } = load(readFileSync("/work/shared/examples/docker-agent/hooks.yaml"), { path: "hooks.yaml", format: "docker-agent", dockerAgent: { compat } });
let n=0;
const sh=(cmd:string)=>({id:cmd,name:"shell",input:{cmd}});
const agent = createAgent({ policies, compat, directory, env: process.env, model: () => n++===0?{text:"",calls:[sh("echo hello"),sh("rm -rf /tmp/test"),sh("sudo apt update"),sh("ls")]}:{text:"done"} });
await agent.start(); console.log(await agent.prompt("show logs")); console.log(await agent.compact("threshold")); await agent.end();
console.log(agent.log.filter(e=>e.kind!=="event"), agent.messages.map(m=>m.role+": "+m.content.slice(0,120)));
}
