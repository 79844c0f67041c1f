import { optionList, verbList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const CHANGES: ProgramUsage = { loose: true, action: "cloud.change" };
const DESTROYS: ProgramUsage = { loose: true, action: "cloud.destroy" };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };
const READS_SECRET: ProgramUsage = { loose: true, action: "secret.read" };

/** Builds and sends what is in the folder, by its configuration, which is code. */
const DEPLOYS: ProgramUsage = {
  loose: true,
  action: ["cloud.change", "cloud.publish"],
  executes: "file",
  lang: "config",
};
const RUNS: ProgramUsage = { loose: true, executes: "file", lang: "config" };

const GROUPS: ProgramUsage = {
  loose: true,
  verbs: {
    look: "list ls get info show status describe logs log history tail version help whoami inspect search members",
    change:
      verbList(`create add update set edit enable start restart restore resize scale rename attach assign apply import deploy link connect promote
      rollback transfer open put upload rotate invite verify use switch install clone bind associate register publish extend fork
      maintenance redeploy sync`),
    destroy:
      "delete destroy remove rm stop disable detach unset revoke cancel purge reset kill unlink disconnect clear unassign suspend uninstall erase undeploy",
    kind: "cloud",
    depth: 3,
  },
};

const group = (commands: Readonly<Record<string, ProgramUsage>>): ProgramUsage => ({ ...GROUPS, commands });

/** Platforms that run applications. */
export const CLOUD_PLATFORM_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "auth0",
    loose: true,
    global: ["-t,--tenant=", "--debug", "--no-color", "--no-input", "--json", "--json-compact", "--csv"],
    commands: {
      "help,completion": LOOKS,
      "login,logout": CONFIGURES,
      tenants: { loose: true, commands: { "list,ls": LOOKS, "use,open": CONFIGURES } },
      api: {
        loose: true,
        options: ["-d,--data=body", "-q,--query=", "--force"],
        commands: { "get,GET": LOOKS, "post,put,patch,POST,PUT,PATCH": CHANGES, "delete,DELETE": DESTROYS },
        when: [{ not: ["-d"], most: 1, action: [] }, { action: "cloud.change" }],
      },
      test: { loose: true, action: ["cloud.change", "secret.read"] },
      "quickstarts,qs,qc": {
        loose: true,
        commands: { "list,ls": LOOKS, "download,setup": { loose: true, unknown: "opaque-file" } },
      },
      logs: { loose: true, commands: { "list,ls,tail": LOOKS, streams: GROUPS } },
      terraform: { loose: true, unknown: "opaque-file" },
      actions: group({ diff: LOOKS, deploy: CHANGES, modules: GROUPS }),
      "apps,apis,rules,users,roles,orgs,domains,email,ip,protection,attack-protection,ap,branding,universal-login,ul,session-transfer,event-streams,network-acl,token-exchange,phone,prompts,blocks,grants,clients,connections,forms,flows":
        group({ customize: CHANGES }),
    },
    tests: [{ run: "auth0 apps list" }],
  },
  {
    name: "doctl",
    loose: true,
    global: optionList(
      "-t,--access-token= -u,--api-url=url -c,--config= --context= -o,--output= --trace -v,--verbose --interactive --http-retry-max=",
    ),
    commands: {
      "version,help,account,balance,invoices,completion": LOOKS,
      auth: { loose: true, commands: { list: LOOKS, "init,switch,remove": CONFIGURES, token: READS_SECRET } },
      "compute,kubernetes,k8s,databases,db,apps,app,registry,projects,vpcs,monitoring,serverless,sls,1-click,billing-history,gen-ai,nfs,dedicated-inference":
        group({
          ssh: { loose: true, unknown: "opaque-code", action: "cloud.change" },
          kubeconfig: { loose: true, action: ["secret.read", "config.change"] },
          connection: READS_SECRET,
        }),
    },
    tests: [{ run: "doctl compute droplet list" }],
  },
  {
    name: "heroku",
    loose: true,
    global: ["-a,--app=", "-r,--remote=", "--json", "-h"],
    commands: {
      "apps,apps:info,apps:list,info,addons,addons:info,addons:plans,addons:services,logs,ps,ps:type,releases,releases:info,status,version,help,domains,domains:info,certs,certs:info,regions,auth:whoami,whoami,access,buildpacks,pipelines,pipelines:info,pipelines:list,spaces,spaces:info,features,features:info,labs,maintenance,stack,teams,members,drains,git:remote,webhooks,webhooks:info,pg,pg:info,pg:ps,pg:locks,pg:backups,pg:diagnose,reviewapps,keys,plugins,usage,commands,which,autocomplete,notifications":
        LOOKS,
      "config,config:get,auth:token,pg:credentials,pg:credentials:url,redis:credentials": READS_SECRET,
      "run,run:detached,run:inside,ps:exec,ps:socks,ps:copy,console,local,local:run": {
        loose: true,
        action: "cloud.change",
        unknown: "opaque-code",
      },
      "pg:psql,psql,redis:cli": {
        loose: true,
        action: "db.write",
        unknown: "opaque-code",
        options: ["-c,--command=sql"],
      },
      "pg:reset,pg:kill,pg:killall,pg:unfollow": { loose: true, action: "db.destroy" },
      "apps:destroy,destroy,addons:destroy,addons:detach,domains:remove,domains:clear,config:unset,access:remove,certs:remove,ps:stop,ps:kill,dyno:stop,dyno:kill,pipelines:destroy,pipelines:remove,keys:clear,keys:remove,drains:remove,webhooks:remove,members:remove,buildpacks:clear,buildpacks:remove,spaces:destroy,pg:backups:delete,features:disable,reviewapps:disable,plugins:uninstall":
        DESTROYS,
      "create,apps:create,addons:create,addons:attach,addons:upgrade,config:set,config:edit,ps:scale,ps:restart,restart,scale,ps:resize,domains:add,domains:update,certs:add,certs:auto:enable,releases:rollback,rollback,pipelines:create,pipelines:add,pipelines:promote,maintenance:on,maintenance:off,access:add,apps:rename,rename,apps:transfer,apps:stacks:set,buildpacks:set,buildpacks:add,pg:promote,pg:backups:capture,pg:backups:restore,pg:copy,pg:push,pg:pull,pg:upgrade,features:enable,labs:enable,drains:add,webhooks:add,members:add,plugins:install,update,keys:add,reviewapps:enable,builds:create,fork,git:clone":
        CHANGES,
      "container:push,container:release": { loose: true, action: ["cloud.change", "cloud.publish"] },
      "login,logout,auth:login,auth:logout,auth:2fa,container:login": CONFIGURES,
    },
    tests: [{ run: "heroku apps:destroy -a x --confirm x", actions: ["cloud.destroy"] }],
  },
  {
    name: ["fly", "flyctl"],
    loose: true,
    global: ["-a,--app=", "-c,--config=", "-o,--org=", "-t,--access-token=", "--verbose", "--debug"],
    commands: {
      "status,logs,version,help,doctor,platform,releases,checks,docs,ping,history,info": LOOKS,
      "deploy,launch": DEPLOYS,
      "ssh,console,proxy,sftp,mcp,dig": { loose: true, action: "cloud.change", unknown: "opaque-code" },
      auth: {
        loose: true,
        commands: { whoami: LOOKS, token: READS_SECRET, "login,logout,signup,docker": CONFIGURES },
      },
      tokens: { loose: true, commands: { list: LOOKS, "create,attenuate": READS_SECRET, revoke: DESTROYS } },
      destroy: DESTROYS,
      "scale,resume,restart,move,open,create,dashboard,regions,autoscale,agent,jobs,settings": CHANGES,
      "apps,machine,machines,m,volumes,volume,vol,secrets,certs,ips,ip,postgres,pg,mysql,redis,storage,orgs,image,mpg,extensions,ext,services,config,wireguard,consul,litefs-cloud":
        group({
          "exec,run,connect": { loose: true, action: "cloud.change", unknown: "opaque-code" },
          clone: CHANGES,
          env: LOOKS,
          save: { loose: true, unknown: "opaque-file" },
        }),
    },
    tests: [{ run: "fly apps destroy x -y", actions: ["cloud.destroy"] }],
  },
  {
    name: ["vercel", "vc", "now"],
    loose: true,
    options: optionList(
      "-A,--local-config=read --cwd=cwd -d,--debug -Q,--global-config= -S,--scope= -t,--token= -T,--team= -y,--yes --prod --prebuilt -f,--force -e,--env= -b,--build-env= -m,--meta= --archive=? --target= --regions= -n,--name= --no-wait --public --skip-domain --with-cache -l,--logs",
    ),
    action: ["cloud.change", "cloud.publish"],
    executes: "file",
    lang: "config",
    commands: {
      "ls,list,inspect,logs,log,whoami,help,teams,whois,guidance,metrics,usage,activity": LOOKS,
      "rm,remove": DESTROYS,
      "deploy,redeploy,promote,rollback": {
        ...GROUPS,
        when: [{ least: 0, action: ["cloud.change", "cloud.publish"] }],
      },
      "alias,dns,domains,certs,projects,project,secrets,git,integration,integrations,bisect,blob,cache,rolling-release,rr,target,microfrontends,mf,curl,httpstat,open,install,webhooks,flags":
        { ...GROUPS, when: [{ most: 0, action: "cloud.change" }] },
      env: {
        loose: true,
        commands: {
          "ls,list": LOOKS,
          pull: { loose: true, action: "secret.read", operands: "write" },
          "add,update": CHANGES,
          "rm,remove": DESTROYS,
          run: { style: "posix", loose: true, action: "secret.read", unknown: "opaque-code" },
        },
      },
      "build,dev,develop": RUNS,
      "link,login,logout,switch,init,telemetry,pull": CONFIGURES,
    },
    tests: [{ run: "vercel ls" }],
  },
  {
    name: ["netlify", "ntl", "wrangler", "firebase", "railway", "render", "supabase", "amplify", "eb", "sam"],
    loose: true,
    commands: {
      "run,exec,dev:exec": { style: "posix", loose: true, wraps: 0, action: "cloud.change" },
      "variables,variable,env,printenv": { loose: true, action: "secret.read" },
    },
    verbs: {
      look: "list ls get show status whoami describe logs log info help version tail view history inspect open-docs *:list *:get *:info",
      change:
        "create add update set put deploy publish push start restart enable apply import upload edit login logout link use switch rollback promote scale send post run invoke call exec dev build serve emulators:start trigger retry bind map up",
      destroy:
        "delete remove rm destroy stop down disable cancel revoke purge drop reset terminate unpublish unset clear unlink unbind unmap kill purge_queue delete_queue *:delete *:destroy *:remove *:unset",
      publish: "deploy publish up promote deploy:* *:deploy",
      kind: "cloud",
      depth: 3,
    },
    also: [
      {
        operand: ["*secret*", "*token*", "*password*", "*credential*", "*keys*", "env:get", "env:list"],
        action: "secret.read",
      },
    ],
    tests: [{ run: "netlify sites:list" }],
  },
  {
    name: ["gh-pages", "surge"],
    loose: true,
    action: ["cloud.change", "cloud.publish"],
    tests: [{ run: "gh-pages -d dist", actions: ["cloud.change", "cloud.publish"] }],
  },
  {
    name: [
      "copilot-cli",
      "cf",
      "ibmcloud",
      "oci",
      "aliyun",
      "linode-cli",
      "hcloud",
      "scw",
      "vultr-cli",
      "stripe",
      "twilio",
      "sentry-cli",
      "datadog-ci",
      "newrelic",
      "pscale",
      "neonctl",
      "turso",
      "ngrok-api",
      "planetscale",
      "upstash",
      "shopify",
      "salesforce",
      "sf",
      "sfdx",
      "openstack",
      "nova",
      "rosa",
      "nomad",
      "consul",
      "temporal",
      "kafka-topics",
      "confluent",
      "rabbitmqctl",
      "argo",
      "tkn",
      "circleci",
      "travis",
      "buildkite-agent",
      "jenkins-cli",
      "gitlab-runner",
      "tea",
      "bitbucket",
      "jira",
      "slack",
      "notion",
      "linear",
    ],
    loose: true,
    verbs: {
      look: "list ls get show status whoami describe logs log info help version tail view history inspect open-docs",
      change:
        "create add update set put deploy publish push start restart enable apply import upload edit login logout link use switch rollback promote scale send post run invoke call exec dev build serve emulators:start trigger retry bind map up",
      destroy:
        "delete remove rm destroy stop down disable cancel revoke purge drop reset terminate unpublish unset clear unlink unbind unmap kill purge_queue delete_queue",
      kind: "cloud",
      depth: 3,
    },
    also: [
      { operand: ["*secret*", "*token*", "*password*", "*credential*", "*keys*"], action: "secret.read" },
    ],
    tests: [{ run: "hcloud server list" }],
  },
];
