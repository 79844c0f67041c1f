import { condition } from "@gatehouse/condition";
import { compilePolicies } from "@gatehouse/engine";
for (const n of [100,1000,10000]) {
  const defs=Array.from({length:n},(_, i)=>({id:`p${i}`,events:["before_tool_call"],handler:{kind:"static",verdict:i%3?"deny":"allow",reason:"r"},condition:condition(`toolName == "exec" && params.command.includes("word${i}")`).condition}));
  let u=process.cpuUsage(); const {issues}=compilePolicies(defs); u=process.cpuUsage(u); console.log(n,(u.user+u.system)/1000,"ms",issues.length);
}
