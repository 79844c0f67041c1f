import { optionList } from "../../programs/option-list.js";
import type { ProgramRow } from "../../programs/program-row.js";

/** OpenSSL by subcommand. */
export const OPENSSL_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "openssl",
    commands: {
      "version,list,help,ciphers,errstr,speed,info": {
        style: "single",
        options:
          optionList(`-a -b -c -d -e -f -m -o -p -r -v -V -s -1 -help -verbose -commands -digest-commands -digest-algorithms -cipher-commands -cipher-algorithms -public-key-algorithms
          -public-key-methods -providers -engines -disabled -objects -options= -tls1 -tls1_1 -tls1_2 -tls1_3 -ssl3 -stdname -psk -srp -convert= -ciphersuites= -elapsed -evp= -decrypt -multi= -seconds= -bytes= -mr -mb
          -configdir -enginesdir -modulesdir -dsoext -dirnamesep -listsep -seeds -cpusettings`),
      },
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
      "x509,req,rsa,ec,pkey,genrsa,genpkey,ecparam,dsa,dsaparam,gendsa,dhparam,pkcs7,pkcs8,pkcs12,crl,crl2pkcs7,asn1parse,nseq,pkeyparam,spkac,sess_id,rsautl,pkeyutl,smime,cms,ts,passwd,prime,kdf,mac,rehash,srp,ocsp,cmp":
        {
          style: "single",
          loose: true,
          options:
            optionList(`-in=read -out=write -inform= -outform= -key=read -keyin=read -keyout=write -keyform= -passin= -passout= -pass= -CA=read -CAkey=read -CAfile=read -CApath=read
          -untrusted=read -trusted=read -CAserial=edit -CAcreateserial -signkey=read -extfile=read -extensions= -config=read -subj= -days= -set_serial= -newkey= -pkeyopt= -algorithm=
          -name= -inkey=read -certfile=read -export -nodes -noenc -text -noout -pubin -pubout -pubkey -engine= -provider= -provider-path= -writerand=write -rand=
          -signature=read -sigfile=read -peerkey=read -signer=read -recip=read -content=read -certsout=write -url=url -host=host -issuer=read -cert=read -reqin=read -reqout=write -respin=read -respout=write
          -paramfile=read -genparam -certopt= -nameopt= -checkend= -purpose -checkhost= -checkemail= -checkip= -addext= -section= -x509 -new -batch -sha256 -sha1 -md5 -serial -issuer_hash -subject -dates -startdate -enddate -fingerprint -modulus -ocsp_uri -email -hash`),
          also: [
            { has: ["-engine", "-provider", "-provider-path", "-config"], unknown: "opaque-code" },
            { has: ["-url", "-host"], unknown: "opaque-file" },
          ],
        },
      "verify,storeutl": {
        style: "single",
        options:
          optionList(`-CAfile=read -CApath=read -untrusted=read -trusted=read -CRLfile=read -purpose= -verbose -show_chain -partial_chain -crl_check
          -crl_check_all -no-CAfile -no-CApath -attime= -verify_hostname= -verify_depth= -x509_strict -noout -text -certs -keys -crls -passin= -out=write -issuer_checks`),
        operands: "read*",
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
    tests: [{ run: "openssl enc -aes-256-cbc -d -in a -out b -k x", reads: ["./a"], writes: ["./b"] }],
  },
];
