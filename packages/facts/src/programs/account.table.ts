import { optionList } from "./option-list.js";
import type { ProgramRow, Usage } from "./program-row.js";

const LOOKS: Usage = { loose: true };
const READS_SECRET: Usage = { loose: true, action: "secret.read" };

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
    when: [{ operand: ["status", "list", "-getaccountpolicies"], most: 1, action: [] }],
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
        network: ["out ssh://u@h.example < ./k.pub"],
        actions: ["user.change"],
      },
    ],
  },
  {
    name: ["ssh-keyscan"],
    options: ["-4", "-6", "-c", "-D", "-f=read", "-H", "-O=", "-p=", "-q", "-T=", "-t=", "-v"],
    operands: "host*",
    fetches: true,
    tests: [{ run: "ssh-keyscan -t rsa h.example", network: ["both ssh://h.example"] }],
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
    name: "openssl",
    commands: {
      "version,list,help,ciphers,errstr,speed,info": LOOKS,
      rand: {
        options: ["-out=write", "-hex", "-base64", "-rand=", "-writerand=write", "-engine="],
        style: "single",
        also: [{ has: ["-engine"], unknown: "opaque-code" }],
      },
      "dgst,sha1,sha224,sha256,sha384,sha512,md5,blake2b512,blake2s256,sha3-256,sha3-512,ripemd160": {
        style: "single",
        options:
          optionList(`-c -r -d -hex -binary -out=write -sign=read -keyform= -passin= -verify=read -prverify=read -signature=read -sigopt= -hmac= -mac= -macopt=
          -rand= -writerand=write -non-fips-allow -fips-fingerprint -list -hmac-env= -hmac-stdin -debug -md5 -sha1 -sha224 -sha256 -sha384 -sha512 -sha512-224 -sha512-256 -sha3-256 -sha3-384 -sha3-512 -blake2b512 -blake2s256 -ripemd160 -sm3 -xoflen=`),
        operands: "read*",
        filter: true,
      },
      "enc,base64,aes-256-cbc,aes-128-cbc,aes-192-cbc,des3,aes256,aes128": {
        style: "single",
        options:
          optionList(`-e -d -in=read -out=write -pass= -a -base64 -A -k= -kfile=read -K= -iv= -S= -md= -salt -nosalt -nopad -p -P -iter= -pbkdf2 -bufsize= -z -none
          -debug -v -rand= -writerand=write -list -ciphers -aes-256-cbc -aes-128-cbc -aes-192-cbc -aes-256-ctr -aes-128-ctr -aes256 -aes128 -aes-256-ecb -aes-128-ecb -aes-256-cfb -des3 -des-ede3-cbc -chacha20 -camellia-256-cbc -aria-256-cbc -rc4 -bf -des -saltlen=`),
        filter: true,
        decodes: true,
      },
      "x509,req,rsa,ec,pkey,genrsa,genpkey,ecparam,dsa,dsaparam,gendsa,dhparam,pkcs7,pkcs8,pkcs12,crl,crl2pkcs7,asn1parse,nseq,pkeyparam,spkac,sess_id,storeutl,rsautl,pkeyutl,smime,cms,ts,verify,passwd,prime,kdf,mac,rehash,srp,ocsp,cmp":
        {
          style: "single",
          loose: true,
          options:
            optionList(`-in=read -out=write -inform= -outform= -key=read -keyin=read -keyout=write -keyform= -passin= -passout= -pass= -CA=read -CAkey=read -CAfile=read -CApath=read
          -untrusted=read -trusted=read -CAserial=edit -CAcreateserial -signkey=read -extfile=read -extensions= -config=read -subj= -days= -set_serial= -newkey= -pkeyopt= -algorithm=
          -name= -inkey=read -certfile=read -export -nodes -noenc -text -noout -pubin -pubout -pubkey -engine= -provider= -provider-path= -writerand=write -rand=
          -signature=read -sigfile=read -peerkey=read -signer=read -recip=read -content=read -certsout=write -url=url -host=host -issuer=read -cert=read -reqin=read -reqout=write -respin=read -respout=write
          -paramfile=read -genparam -certopt= -nameopt= -checkend= -purpose= -checkhost= -checkemail= -checkip= -addext= -section= -x509 -new -batch -sha256 -sha1 -md5 -serial -issuer_hash -subject -dates -startdate -enddate -fingerprint -modulus -ocsp_uri -email -hash`),
          operands: "read*",
          also: [
            { has: ["-engine", "-provider", "-provider-path"], unknown: "opaque-code" },
            { has: ["-url", "-host"], unknown: "opaque-file" },
          ],
        },
      s_client: {
        style: "single",
        options:
          optionList(`-connect=host -host=host -port=port -proxy= -bind= -servername= -noservername -verify= -verify_return_error -verify_quiet -verifyCAfile=read -cert=upload -certform= -cert_chain=read -key=read -keyform= -pass=
          -CAfile=read -CApath=read -no-CAfile -no-CApath -showcerts -debug -msg -msgfile=write -state -trace -nbio -prexit -crlf -quiet -ign_eof -no_ign_eof -brief -starttls= -xmpphost= -name= -tls1 -tls1_1
          -tls1_2 -tls1_3 -no_tls1 -no_tls1_1 -no_tls1_2 -no_tls1_3 -no_ssl3 -dtls -dtls1_2 -cipher= -ciphersuites= -curves= -groups= -sigalgs= -alpn= -nextprotoneg= -status -reconnect -sess_out=write -sess_in=read
          -keylogfile=write -early_data=upload -timeout -4 -6 -noout -no_ticket -verify_hostname= -verify_email= -verify_ip= -psk= -psk_identity= -keymatexport= -max_protocol= -min_protocol= -tlsextdebug -bugs -comp -no_comp -ssl3 -security_debug -crl_check -x509_strict -partial_chain -purpose= -nocommands -adv`),
        sends: true,
        fetches: true,
        operands: "host",
      },
      "s_server,s_time,ca,engine,provider,fipsinstall,tsget,configutl,skeyutl": {
        loose: true,
        unknown: "opaque-file",
      },
    },
    variables: ["OPENSSL_CONF", "OPENSSL_ENGINES", "OPENSSL_MODULES"],
    tests: [
      { run: "openssl x509 -in c.pem -noout -text", reads: ["./c.pem"] },
      { run: "openssl enc -aes-256-cbc -d -in a -out b -k x", reads: ["./a"], writes: ["./b"] },
      { run: "openssl dgst -sha256 a", reads: ["./a"] },
      { run: "openssl genrsa -out k.pem 2048", writes: ["./k.pem"], reads: ["./2048"] },
      { run: "openssl version" },
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
        options: ["--env-file=read", "--no-masking", "--environment="],
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
      "age",
      "age-keygen",
    ],
    loose: true,
    action: "secret.read",
    unknown: "opaque-code",
    when: [{ operand: ["list", "ls", "status"], most: 1, action: [] }],
    tests: [{ run: "bw get password x", actions: ["secret.read"], unknown: ["opaque-code"] }],
  },
];
