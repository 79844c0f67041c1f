import { optionList, verbList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };
const READS_SECRET: ProgramUsage = { loose: true, action: "secret.read" };
const PUBLISHES: ProgramUsage = { loose: true, action: "cloud.publish", executes: "file", lang: "config" };
const OWN_CODE: ProgramUsage = { loose: true, executes: "file", lang: "config" };
/** Words run somewhere, here or far away. */
const RUNS_WORDS: ProgramUsage = { style: "posix", loose: true, unknown: "opaque-code" };

/** What the commands of services have in common: the verb says what is done, wherever it stands. */
const SERVICE: ProgramUsage = {
  loose: true,
  commands: {
    "login,logout,auth,config,configure,configuration,context,contexts,profile,profiles,completion,completions,whoami,version,help":
      CONFIGURES,
    "deploy,publish,promote": PUBLISHES,
    "init,dev,build,test,serve,start,generate,codegen,compile,validate,lint,new": OWN_CODE,
    "run,exec,shell,ssh,console,connect,tunnel,proxy,sh,repl,sql,scp,kubectl": RUNS_WORDS,
  },
  verbs: {
    look: verbList(`list ls get info show status describe logs log history tail view version help whoami inspect search diff plan
      check find stats env watch open ps top events usage resources images`),
    change:
      verbList(`create add update set edit enable start restart restore resize scale rename attach assign apply import link
      install upgrade up push pull sync use rotate invite grant register upload put patch approve tag pause resume rollback up
      download export clone`),
    destroy:
      verbList(`delete destroy remove rm stop disable detach unset revoke cancel purge reset kill unlink disconnect clear
      down uninstall prune drop teardown terminate`),
    kind: "cloud",
    depth: 3,
  },
};

/** Clients of platforms, and of what keeps secrets. */
export const SERVICE_CLIENT_PROGRAMS: readonly ProgramRow[] = [
  {
    name: optionList(`ampx appwrite bosh cci charm commercelayer csdx dapr datree deployctl deta enapter fastly github gh-dash graphcdn
      hasura helmfile homey hop infracost ipatool kafkactl kamal meroxa minectl mongocli atlas nhost northflank nylas okta okteto
      pocketbase rancher sanity sapphire space st2 starkli steadybit stepzen suitecloud surreal tailcall tb tsh tsuru vapor vela
      wing yomo zapier opa authchanger mgnl shelve onboardbase`),
    ...SERVICE,
    tests: [{ run: "fastly service list" }],
  },
  {
    name: ["bws", "dcli", "bwdc", "awsume", "dotenv-vault", "wifi-password", "ykman"],
    ...READS_SECRET,
    also: [
      { operand: ["delete", "remove", "reset", "logout"], action: "secret.write" },
      { operand: ["create", "edit", "set", "push", "add"], action: "secret.write" },
      { first: ["run", "exec", "inject"], unknown: "opaque-code" },
    ],
    tests: [{ run: "bws secret get x", actions: ["secret.read"] }],
  },
  {
    name: ["cosign", "rekor-cli"],
    loose: true,
    global: optionList("--key=read --output-signature=write --output-certificate=write --output-file=write"),
    commands: {
      "verify,verify-attestation,verify-blob,triangulate,tree,version,help,env,dockerfile,manifest": LOOKS,
      "sign,attest,attach,upload,copy,save,load,import-key-pair": { loose: true, action: "package.publish" },
      "generate-key-pair,initialize,generate,download,public-key": { loose: true, unknown: "opaque-file" },
      clean: { loose: true, action: "package.publish" },
    },
    tests: [{ run: "cosign verify --key k x", reads: ["./k"] }],
  },
  {
    name: "ddev",
    loose: true,
    commands: {
      "list,describe,logs,version,help,status": LOOKS,
      "exec,ssh,composer,drush,npm,yarn,php,node,mysql,artisan,craft": {
        style: "posix",
        loose: true,
        action: "container.exec",
        unknown: "opaque-code",
      },
      "start,restart,config,get,add-on,auth,pull,push,import-db,import-files,snapshot": {
        loose: true,
        action: "container.change",
        executes: "file",
        lang: "config",
      },
      "stop,poweroff,pause": { loose: true, action: "container.destroy" },
      "delete,clean": { loose: true, action: ["container.destroy", "container.data-destroy"] },
    },
    tests: [{ run: "ddev list" }],
  },
  {
    name: ["wp"],
    loose: true,
    options: ["--path=cwd", "--exec=program", "--require=script", "--ssh="],
    lang: "php",
    commands: {
      "help,cli,core": { ...LOOKS, commands: { "download,update,install,config": OWN_CODE } },
      db: {
        loose: true,
        commands: {
          "drop,reset,clean": { loose: true, action: "db.destroy" },
          query: { loose: true, operands: "sql*", when: [{ most: 0, executes: "stdin", lang: "sql" }] },
          "import,create,search-replace": { loose: true, action: "db.write", operands: "read" },
          "tables,size,check,prefix,columns,search": LOOKS,
          "export,dump": { loose: true, operands: "write" },
        },
      },
      "eval,eval-file,shell": RUNS_WORDS,
      "search-replace,site": {
        loose: true,
        action: "db.write",
        commands: { empty: { loose: true, action: "db.destroy" } },
      },
      "plugin,theme,user,post,option,cache,cron,menu,comment,term,widget,role,rewrite,transient,media,config,language":
        { ...SERVICE, executes: "file", lang: "php" },
    },
    tests: [{ run: "wp db drop --yes", actions: ["db.destroy"] }],
  },
  {
    name: "adb",
    style: "posix",
    loose: true,
    options: ["-s=", "-t=", "-H=", "-P=", "-L="],
    commands: {
      "devices,version,help,logcat,get-state,get-serialno,get-devpath,bugreport,wait-for-device,host-features,features":
        LOOKS,
      "shell,exec-out,exec-in": { style: "posix", loose: true, options: ["-s="], wraps: 0, place: "remote" },
      push: { loose: true, operands: "read+ plain", tree: true, action: "system.change" },
      pull: {
        loose: true,
        operands: "remote+ unpack",
        when: [{ most: 1, operands: "remote", unpacks: true }],
      },
      "install,install-multiple,sideload": { loose: true, operands: "read*", action: "package.change" },
      uninstall: { loose: true, action: "package.destroy" },
      "reboot,root,unroot,remount,disable-verity,enable-verity,usb,tcpip": {
        loose: true,
        action: "system.change",
      },
      "connect,disconnect,pair,forward,reverse,start-server,kill-server,reconnect,keygen,backup,restore,sync,emu,jdwp":
        { loose: true, unknown: "opaque-file" },
    },
    tests: [{ run: "adb devices" }],
  },
];
