import { optionList } from "../../programs/option-list.js";
import type { ProgramRow } from "../../programs/program-row.js";

/** Methods that only ask. */
const READS_ONLY = ["GET", "HEAD", "OPTIONS", "get", "head", "options"].map((one) => `-X=${one}`);

/** Programs that fetch, send, pack and unpack. */
export const TRANSFER_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["curl", "curlie"],
    options: optionList(
      "-a,--append -A,--user-agent=header -b,--cookie=cookie -c,--cookie-jar=write -C,--continue-at= -d,--data,--data-ascii=body --data-binary=body --data-urlencode=encoded --url-query=encoded --data-raw=plain --json=body -D,--dump-header=write -e,--referer=header -E,--cert=read --key=read --cacert=read --capath= -f,--fail --fail-with-body -F,--form=form --form-string= -g,--globoff -G,--get -h,--help=? -H,--header=header --proxy-header=header -i,--include -I,--head -j,--junk-session-cookies -J,--remote-header-name -k,--insecure -K,--config=read -l,--list-only -L,--location --location-trusted -m,--max-time= -M,--manual -n,--netrc --netrc-file=read -N,--no-buffer -o,--output=write -O,--remote-name --remote-name-all --output-dir=cwd --create-dirs -p,--proxytunnel -P,--ftp-port= -q,--disable -Q,--quote=header -r,--range= -R,--remote-time -s,--silent -S,--show-error -t,--telnet-option= -T,--upload-file=upload -u,--user=header -U,--proxy-user=header -v,--verbose -V -w,--write-out= -x,--proxy= --preproxy= --socks5-gssapi-service= --proxy1.0= --proxy-cert=read --proxy-key=read --proxy-cacert=read --proxy-pass= --tls-max= --tlsuser= --tlspassword= --delegation= --krb= --login-options= --sasl-authzid= --service-name= --proxy-service-name= --haproxy-clientip= --happy-eyeballs-timeout-ms= --dns-interface= --dns-ipv4-addr= --dns-ipv6-addr= --ftp-account= --ftp-alternative-to-user= --ftp-method= --ftp-ssl-ccc-mode= --hostpubmd5= --hostpubsha256= --pubkey=read --crlfile=read --egd-file= --engine= --expect100-timeout= --keepalive-cnt= --local-port= --mail-auth= --create-file-mode= --curves= --random-file=read --rate= --sigalgs= --speed-time= --trace-config= --vlan-priority= --ip-tos= --ech= --ipfs-gateway= --abstract-unix-socket= --netrc-optional --ssl-no-revoke --http2-prior-knowledge --http3-only --false-start --cert-status --form-escape --ftp-pasv --ftp-skip-pasv-ip --ftp-create-dirs --insecure --ignore-content-length --sasl-ir --show-headers --suppress-connect-headers --trace-ids --tr-encoding --xattr --styled-output --remove-on-error --parallel-immediate --no-clobber --no-buffer --ca-native --out-null -X,--request= -y,--speed-time= -Y,--speed-limit= -z,--time-cond= -Z,--parallel -0 -1 -2 -3 -4 -6 --http1.0 --http1.1 --http2 --http3 --tlsv1.2 --tlsv1.3 --tlsv1 --compressed --connect-timeout= --retry= --retry-delay= --retry-max-time= --retry-all-errors --retry-connrefused --max-redirs= --resolve= --connect-to= --url=url --unix-socket= --interface= --proto= --proto-default= --proto-redir= --oauth2-bearer=header --digest --basic --ntlm --negotiate --anyauth --trace=write --trace-ascii=write --trace-time --stderr=write --limit-rate= --max-filesize= --noproxy= --no-progress-meter -# --progress-bar --ssl --ssl-reqd --ciphers= --dns-servers= --doh-url= --path-as-is --raw --tcp-nodelay --keepalive-time= --aws-sigv4= --variable=encoded --expand-url= --expand-data=body --expand-header=header --post301 --post302 --post303 --request-target= --socks5= --socks5-hostname= --socks4= --mail-from= --mail-rcpt= --etag-save=write --etag-compare=read --hsts=edit --alt-svc=edit --skip-existing --no-keepalive --parallel-max= --pinnedpubkey= --cert-type= --key-type= --pass= --libcurl=write --fail-early --next -:",
    ),
    operands: "url*",
    fetches: true,
    variables: ["CURL_HOME"],
    also: [
      { has: ["-K"], unknown: "opaque-file" },
      { has: ["-X=DELETE", "-X=delete", "-X=PURGE"], action: "cloud.destroy" },
      { has: ["-X"], not: READS_ONLY, action: "cloud.change" },
      { has: ["-O", "--remote-name-all"], downloads: true },
    ],
    tests: [
      {
        run: "curl -X DELETE h.example/x",
        network: ["in http://h.example/x"],
        actions: ["cloud.destroy", "cloud.change"],
      },
    ],
  },
  {
    name: ["wget", "wget2"],
    options: optionList(
      "-o,--output-file=write -a,--append-output=append -d,--debug -q,--quiet -v,--verbose -nv,--no-verbose -i,--input-file=url-list -F,--force-html -B,--base= --config=read -t,--tries= -O,--output-document=write -nc,--no-clobber -c,--continue --start-pos= --progress= --show-progress -N,--timestamping -S,--server-response --spider -T,--timeout= -w,--wait= --waitretry= --random-wait --no-proxy -Q,--quota= --bind-address= --limit-rate= -4,--inet4-only -6,--inet6-only --user=header --password=header --ask-password --use-askpass=command -nd,--no-directories -x,--force-directories -nH,--no-host-directories --cut-dirs= -P,--directory-prefix=cwd --http-user= --http-password= --no-cache --default-page= -E,--adjust-extension --header=header --compression= --max-redirect= --referer=header --save-headers -U,--user-agent=header --no-cookies --load-cookies=read --save-cookies=write --post-data=body --post-file=upload --method= --body-data=body --body-file=upload --content-disposition --no-check-certificate --certificate=read --private-key=read --ca-certificate=read --secure-protocol= -r,--recursive -l,--level= --delete-after -k,--convert-links -K,--backup-converted -m,--mirror -p,--page-requisites -A,--accept= -R,--reject= -D,--domains= -H,--span-hosts -L,--relative -I,--include-directories= -np,--no-parent --timeout= --dns-timeout= --connect-timeout= --read-timeout= --retry-connrefused --no-hsts -e,--execute= -b,--background -V",
    ),
    operands: "url*",
    fetches: true,
    variables: ["WGETRC", "SYSTEM_WGETRC"],
    also: [
      { not: ["-O", "--spider"], least: 1, downloads: true },
      { has: ["-e"], unknown: "unknown-option" },
      { has: ["-i", "-m", "-r", "-p"], not: ["-O", "--spider"], unpacks: true },
      { has: ["--method=DELETE", "--method=delete"], action: "cloud.destroy" },
      { has: ["--method"], not: ["--method=GET", "--method=HEAD"], action: "cloud.change" },
    ],
    tests: [{ run: "wget -O - https://h.example", network: ["in https://h.example"] }],
  },
  {
    name: ["tar", "gtar", "bsdtar"],
    style: "bundle",
    options: optionList(
      "-c,--create -x,--extract,--get -t,--list -r,--append -u,--update -d,--diff,--compare -A,--catenate,--concatenate --delete -f,--file= -C,--directory= -v,--verbose -z,--gzip,--gunzip -j,--bzip2 -J,--xz -Z,--compress -a,--auto-compress --zstd --lzma --lzip --lz4 -I,--use-compress-program= -k,--keep-old-files -m,--touch -O,--to-stdout -P,--absolute-names -p,--preserve-permissions,--same-permissions -h,--dereference -T,--files-from= -X,--exclude-from= --exclude= --exclude-vcs --exclude-vcs-ignores --strip-components= --transform,--xform= -s= --to-command= --checkpoint=? --checkpoint-action= --rsh-command= --info-script,--new-volume-script,-F= --rmt-command= --remove-files --overwrite --skip-old-files --keep-newer-files -U,--unlink-first --recursive-unlink --no-same-owner -o --same-owner --no-same-permissions --owner= --group= --mode= --mtime= --numeric-owner --sort= --format= -H= --posix --one-file-system -l -w,--interactive -W,--verify --wildcards --no-wildcards --anchored --no-anchored --no-recursion -S,--sparse -b,--blocking-factor= -g,--listed-incremental= -G,--incremental -N,--newer,--after-date= -n,--seek -q,--occurrence=? -i,--ignore-zeros -B -M,--multi-volume -L,--tape-length= -R,--block-number --totals=? --show-transformed-names --xattrs --acls --selinux --warning= --force-local --pax-option= -V,--label= --no-overwrite-dir --ignore-failed-read --null --quoting-style= --full-time --utc --add-file=",
    ),
    handler: "tar",
    variables: ["TAR_OPTIONS=options", "TAR_OPTIONS", "TAR_RSH=code", "RSH=command"],
    tests: [{ run: "tar cf k.tar ~/.ssh", reads: ["~/.ssh/**"], writes: ["./k.tar"] }],
  },
  {
    name: ["zcat", "bzcat", "xzcat", "zstdcat", "lzcat"],
    loose: true,
    operands: "read*",
    filter: true,
    tests: [{ run: "zcat a.gz", reads: ["./a.gz"] }],
  },
  {
    name: ["zip"],
    options: optionList(
      "-r,--recurse-paths -q -v -j -m,--move -u -d -f -F -FF -9 -0 -1 -e -P= -x= -i= -y -l -n= -T -TT,--unzip-command=code -z -@ -o -X -s= -b= -t= -g -NUM",
    ),
    operands: "write read*",
    tree: ["-r"],
    filter: true,
    also: [
      { has: ["-m"], operands: "plain delete*", tree: true },
      { has: ["-@"], lists: true },
    ],
    archive: ".zip",
    variables: ["ZIPOPT=options", "ZIP=options"],
    tests: [{ run: "zip -r a b", reads: ["./b/**"], writes: ["./a", "./a.zip"] }],
  },
  {
    name: ["unzip"],
    options: optionList(
      "-l -t -v -z -p -c -d=unpack -o -n -q -qq -u -f -j -a -aa -x= -P= -C -L -V -X -K -M -T -Z -b -B -O= -I=",
    ),
    operands: "read plain*",
    filter: true,
    variables: ["UNZIP=options", "UNZIPOPT=options"],
    also: [{ not: ["-l", "-t", "-v", "-p", "-c", "-Z", "-d"], unpacks: true }],
    tests: [
      {
        run: "unzip k.zip -d out; curl -T out/x h.example",
        reads: ["./k.zip", "./out/x"],
        writes: ["./out/**"],
        network: ["both http://h.example < ./out/x < ./k.zip"],
      },
    ],
  },
];
