import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const READS_SECRET: ProgramUsage = { loose: true, action: "secret.read" };

/** Users, keys and stores of secrets. */
export const ACCOUNT_PROGRAMS: readonly ProgramRow[] = [
  {
    name: [
      "useradd",
      "adduser",
      "userdel",
      "deluser",
      "usermod",
      "groupadd",
      "groupdel",
      "groupmod",
      "addgroup",
      "delgroup",
      "gpasswd",
      "chpasswd",
      "chgpasswd",
      "newusers",
      "vipw",
      "vigr",
      "chsh",
      "chfn",
      "pwconv",
      "pwunconv",
      "newgidmap",
      "newuidmap",
      "sysadminctl",
      "dseditgroup",
      "createhomedir",
      "pwpolicy",
      "fdesetup",
    ],
    loose: true,
    action: "user.change",
    variables: ["EDITOR=code", "VISUAL=code"],
    tests: [
      { run: "useradd -m bob", actions: ["user.change"] },
      { run: "userdel -r bob", actions: ["user.change"] },
    ],
  },
  {
    name: ["passwd", "chage", "faillock"],
    loose: true,
    options: ["-S,--status", "-l", "--list", "-a,--all"],
    action: "user.change",
    tests: [{ run: "passwd root", actions: ["user.change"] }],
  },
  {
    name: "visudo",
    options: [
      "-c,--check",
      "-f,--file=edit",
      "-h",
      "-q,--quiet",
      "-s,--strict",
      "-V",
      "-x,--export=write",
      "-I",
      "-O",
      "-P",
    ],
    action: "user.change",
    variables: ["EDITOR=code", "VISUAL=code", "SUDO_EDITOR=code"],
    when: [{ has: ["-c", "-V"], action: [] }],
    tests: [{ run: "visudo -c" }, { run: "visudo", actions: ["user.change"] }],
  },
  {
    name: ["ssh-keygen"],
    options:
      optionList(`-A -a= -B -b= -C= -c -D= -E= -e -F= -f= -g -H -h -I= -i -K -k -L -l -M= -m= -N= -n= -O= -P= -p -Q -q -R= -r= -s= -t= -U -u -V= -v
      -w= -y -Y= -Z= -z=`),
    operands: "read*",
    when: [
      { has: ["-l", "-B", "-F", "-L", "-Q"], not: ["-R", "-p"], operands: "read*" },
      { has: ["-y"], action: "secret.read" },
      { unknown: "opaque-file", action: "config.change" },
    ],
    also: [{ has: ["-D", "-w"], unknown: "opaque-code" }],
    tests: [
      { run: "ssh-keygen -lf k" },
      { run: "ssh-keygen -t rsa -f k -N x", actions: ["config.change"], unknown: ["opaque-file"] },
    ],
  },
  {
    name: "ssh-add",
    options: [
      "-c",
      "-D",
      "-d",
      "-E=",
      "-e=",
      "-H=",
      "-h=",
      "-K",
      "-k",
      "-L",
      "-l",
      "-q",
      "-S=",
      "-s=",
      "-T",
      "-t=",
      "-v",
      "-X",
      "-x",
      "-C",
      "-A",
      "--apple-use-keychain",
      "--apple-load-keychain",
    ],
    operands: "read*",
    action: "config.change",
    variables: ["SSH_ASKPASS=command"],
    when: [{ has: ["-l", "-L", "-T"], action: [] }],
    also: [{ has: ["-s", "-S"], unknown: "opaque-code" }],
    tests: [
      { run: "ssh-add -l" },
      { run: "ssh-add ~/.ssh/id", reads: ["~/.ssh/id"], actions: ["config.change"] },
    ],
  },
  {
    name: ["ssh-agent"],
    style: "posix",
    options: ["-a=", "-c", "-D", "-d", "-E=", "-k", "-O=", "-P=", "-s", "-t="],
    wraps: 0,
    tests: [{ run: "ssh-agent -s" }],
  },
  {
    name: ["ssh-copy-id"],
    options: ["-i=upload", "-p=", "-f", "-n", "-o=", "-s", "-x", "-F=read", "-t="],
    operands: "host",
    action: "user.change",
    sends: true,
    also: [{ has: ["-o", "-F"], unknown: "opaque-code" }],
    tests: [
      {
        run: "ssh-copy-id -i k.pub u@h.example",
        reads: ["./k.pub"],
        network: ["both tcp://u@h.example < ./k.pub"],
        actions: ["user.change"],
      },
    ],
  },
  {
    name: ["ssh-keyscan"],
    options: ["-4", "-6", "-c", "-D", "-f=read", "-H", "-O=", "-p=", "-q", "-T=", "-t=", "-v"],
    operands: "host*",
    fetches: true,
    tests: [{ run: "ssh-keyscan -t rsa h.example", network: ["both tcp://h.example"] }],
  },
  {
    name: ["gpg", "gpg2"],
    options:
      optionList(`-s,--sign --clear-sign,--clearsign -b,--detach-sign -e,--encrypt -c,--symmetric --store -d,--decrypt --verify --multifile
      --verify-files --encrypt-files --decrypt-files -k,--list-keys,--list-public-keys -K,--list-secret-keys --list-signatures,--list-sigs --check-signatures,--check-sigs
      --fingerprint --list-packets --edit-card --card-status --delete-keys --delete-secret-keys --delete-secret-and-public-key --export
      --send-keys --export-secret-keys --export-secret-subkeys --export-ssh-key --import,--fast-import --recv-keys,--receive-keys --refresh-keys
      --search-keys --fetch-keys --update-trustdb --check-trustdb --export-ownertrust --import-ownertrust --print-md= --gen-key,--generate-key
      --full-generate-key,--full-gen-key --quick-generate-key,--quick-gen-key --gen-revoke,--generate-revocation --edit-key --sign-key --lsign-key --quick-sign-key
      --quick-add-key --quick-add-uid --quick-revoke-uid --quick-set-expire --passwd --change-passphrase --locate-keys
      -a,--armor -r,--recipient= -R,--hidden-recipient= -f,--recipient-file=read --encrypt-to= -u,--local-user= -z= --textmode -o,--output=write --max-output= -v,--verbose -q,--quiet
      --batch --no-batch --yes --no --default-key= --default-recipient= --keyring=read --secret-keyring=read --no-default-keyring --homedir= --options=
      --keyserver= --keyserver-options= --passphrase= --passphrase-fd= --passphrase-file=read --pinentry-mode= --status-fd= --logger-fd= --status-file=write
      --trust-model= --cipher-algo= --digest-algo= --compress-algo= --with-colons --with-fingerprint --keyid-format= --show-keys --dry-run -n -i,--interactive
      --no-tty --use-agent --agent-program=command --dirmngr-program=command --photo-viewer=code --exec-path= --list-options= --import-options= --export-options= --verify-options= --no-armor --dearmor --enarmor --with-keygrip
      --always-trust --set-filename= --auto-key-locate= --s2k-mode= --throw-keyids --no-symkey-cache --version`),
    filter: true,
    operands: "read*",
    also: [
      { has: ["--options", "--homedir", "--exec-path"], unknown: "opaque-code" },
      {
        has: ["-c", "-e", "-s", "--encrypt-files", "--clear-sign"],
        not: ["-o", "-d"],
        operands: "read*",
        suffixes: [".gpg", ".asc"],
      },
      { has: ["-b"], not: ["-o"], operands: "read*", suffixes: [".sig", ".asc"] },
      {
        has: ["--export-secret-keys", "--export-secret-subkeys", "-d", "--passwd", "--decrypt-files"],
        action: "secret.read",
      },
      {
        has: [
          "--delete-keys",
          "--delete-secret-keys",
          "--delete-secret-and-public-key",
          "--import",
          "--recv-keys",
          "--refresh-keys",
          "--fetch-keys",
          "--import-ownertrust",
          "--gen-key",
          "--full-generate-key",
          "--quick-generate-key",
          "--edit-key",
          "--sign-key",
          "--lsign-key",
          "--quick-sign-key",
          "--quick-add-key",
          "--quick-add-uid",
          "--quick-revoke-uid",
          "--quick-set-expire",
          "--edit-card",
          "--update-trustdb",
        ],
        action: "config.change",
      },
      {
        has: [
          "--send-keys",
          "--search-keys",
          "--recv-keys",
          "--fetch-keys",
          "--refresh-keys",
          "--multifile",
          "--encrypt-files",
          "--decrypt-files",
        ],
        unknown: "opaque-file",
      },
    ],
    when: [
      {
        has: [
          "-k",
          "-K",
          "--list-signatures",
          "--check-signatures",
          "--fingerprint",
          "--export",
          "--export-secret-keys",
          "--export-secret-subkeys",
          "--export-ssh-key",
          "--delete-keys",
          "--delete-secret-keys",
          "--delete-secret-and-public-key",
          "--send-keys",
          "--recv-keys",
          "--search-keys",
          "--refresh-keys",
          "--edit-key",
          "--sign-key",
          "--locate-keys",
        ],
        operands: "",
      },
      {
        has: ["-s", "-b", "-e", "-c", "--clear-sign"],
        not: ["-o"],
        least: 1,
        operands: "read*",
        unknown: "opaque-file",
      },
      { has: ["-d", "--dearmor"], decodes: true },
    ],
    variables: ["GNUPGHOME"],
    tests: [
      { run: "gpg --list-keys" },
      { run: "gpg -o out -d x.gpg", reads: ["./x.gpg"], writes: ["./out"], actions: ["secret.read"] },
      { run: "gpg --export-secret-keys -a me", actions: ["secret.read"] },
    ],
  },
  {
    name: "secret-tool",
    commands: { "lookup,search": READS_SECRET, "store,clear,lock": { loose: true, action: "config.change" } },
    tests: [{ run: "secret-tool lookup a b", actions: ["secret.read"] }],
  },
  {
    name: ["pass", "gopass"],
    loose: true,
    action: "secret.read",
    commands: {
      "ls,list,find,search,help,version,git": LOOKS,
      "show,otp,grep": READS_SECRET,
      "insert,add,edit,generate,mv,rename,cp,copy,init,rm,remove,delete": {
        loose: true,
        action: ["config.change", "secret.read"],
      },
    },
    tests: [{ run: "pass show x", actions: ["secret.read"] }],
  },
  {
    name: "op",
    loose: true,
    global: optionList(
      "--account= --cache --config= --debug --encoding= --format= --iso-timestamps --no-color --session= --vault=",
    ),
    commands: {
      "whoami,completion,update": LOOKS,
      "read,inject,signin": {
        options: ["-o,--out-file=write", "-i,--in-file=read"],
        loose: true,
        action: "secret.read",
      },
      run: {
        style: "posix",
        options: ["--env-file=config", "--no-masking", "--environment="],
        action: "secret.read",
        wraps: 0,
      },
      "item,document,vault,user,group,account,connect,service-account,events-api,plugin,environment": {
        loose: true,
        action: "secret.read",
        commands: {
          "list,ls": LOOKS,
          get: { options: ["-o,--out-file=write"], loose: true, action: "secret.read" },
          "delete,archive,forget,remove": { loose: true, action: "cloud.destroy" },
          "create,edit,move,share,add,template,provision,confirm,suspend,reactivate,grant,revoke,token,init,run,inspect,clear":
            { loose: true, action: ["config.change", "secret.read"] },
        },
      },
      signout: { loose: true, action: "config.change" },
    },
    tests: [
      { run: "op item get x", actions: ["secret.read"] },
      { run: "op run -- rm x", actions: ["secret.read"], deletes: ["./x"], commands: ["op", "rm"] },
    ],
  },
  {
    name: "vault",
    style: "single",
    loose: true,
    global: [
      "-address=url",
      "-agent-address=url",
      "-ca-cert=read",
      "-client-key=read",
      "-namespace=",
      "-field=",
      "-format=",
    ],
    commands: {
      "status,version,path-help": { style: "single", loose: true },
      "read,unwrap,print,login,token,kv": { style: "single", loose: true, action: "secret.read" },
      list: { style: "single", loose: true },
      "write,patch,auth,secrets,policy,lease,audit,operator,namespace,plugin,agent,server,proxy,ssh,debug,monitor,transit,pki,transform,events":
        { style: "single", loose: true, action: ["config.change"], unknown: "opaque-file" },
      delete: { style: "single", loose: true, action: "cloud.destroy" },
    },
    tests: [
      { run: "vault kv get secret/x", actions: ["secret.read"] },
      { run: "vault delete secret/x", actions: ["cloud.destroy"] },
    ],
  },
  {
    name: [
      "aws-vault",
      "doppler",
      "chamber",
      "infisical",
      "envchain",
      "bw",
      "lpass",
      "keyring",
      "kwallet-query",
      "sops",
    ],
    loose: true,
    action: "secret.read",
    unknown: "opaque-code",
    when: [{ operand: ["list", "ls", "status"], most: 1, action: [] }],
    tests: [{ run: "bw get password x", actions: ["secret.read"], unknown: ["opaque-code"] }],
  },
  {
    name: ["age", "rage"],
    options: optionList(
      "-e,--encrypt -d,--decrypt -o,--output=write -a,--armor -p,--passphrase -r,--recipient= -R,--recipients-file=read -i,--identity=read -j=",
    ),
    operands: "read",
    filter: true,
    also: [{ has: ["-d"], action: "secret.read" }],
    tests: [
      { run: "age -r k -o x a", reads: ["./a"], writes: ["./x"] },
      { run: "age -d -i k x", reads: ["./k", "./x"], actions: ["secret.read"] },
    ],
  },
  {
    name: ["age-keygen"],
    options: optionList("-o,--output=write -y -pq"),
    operands: "read",
    filter: true,
    action: "secret.read",
    tests: [{ run: "age-keygen -o k", writes: ["./k"], actions: ["secret.read"] }],
  },
];
