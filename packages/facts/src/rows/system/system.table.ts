import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const NETWORK: ProgramUsage = { loose: true, action: "network.change" };
const FIREWALL: ProgramUsage = { loose: true, action: "firewall.change" };

/** An object of `ip`: what it shows without a verb, and the verbs in the spellings that it takes. */
const ipObject = (extra: Readonly<Record<string, ProgramUsage>> = {}): ProgramUsage => ({
  loose: true,
  commands: {
    "show,sho,sh,s,list,lst,lis,ls,l,get,g,help,h,save,sav,showdump,pids,identify,monitor,dev,up,to,table":
      LOOKS,
    "add,ad,a,del,delete,de,d,set,se,change,chan,chg,replace,repl,r,flush,f,append,prepend,restore,rest,attach,property,afstats,xstats,deleteall,flushall,update,allocspi,count,deleteid,setid,test":
      NETWORK,
    ...extra,
  },
});

/** The kernel, its network and its processes. */
export const SYSTEM_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "ip",
    style: "single",
    options: optionList(
      "-V -Version -h -human -human-readable -b=script -batch=script -force -s -stats -statistics -d -details -l= -loops= -f= -family= -4 -6 -B -M -0 -o -oneline -r -resolve -n= -netns= -N -Numeric -a -all -c=? -color=? -t -timestamp -ts -tshort -rc= -rcvbuf= -iec -br -brief -j -json -p -pretty -echo -D",
    ),
    lang: "ip",
    commands: {
      "link,lin,li,l": ipObject(),
      "address,addres,addre,addr,add,ad,a,addrlabel,addrl": ipObject(),
      "route,rout,rou,ro,r": ipObject(),
      "rule,rul,ru": ipObject(),
      "neighbour,neighbor,neigh,neig,nei,ne,n,ntable,ntbl": ipObject(),
      "tunnel,tunne,tunn,tun,tu,t,tuntap,tunta,tunt,tap": ipObject(),
      "maddress,maddres,maddre,maddr,madd,mad,ma,m,mroute,mrule,mptcp,tcp_metrics,tcpmetrics,tcp_m,token,macsec,l2tp,fou,ila,sr,nexthop,ioam,vrf,xfrm,x,netconf,netc,stats,stat,sta,st,help,monitor,mon,mo":
        ipObject({
          "all,state,policy": {
            loose: true,
            commands: { "list,show,ls,count": LOOKS, "add,delete,del,update,flush,deleteall,get": NETWORK },
          },
        }),
      "netns,netn,net": {
        ...ipObject({
          exec: { style: "posix", wraps: 1 },
        }),
      },
    },
    tests: [{ run: "ip link set eth0 down", actions: ["network.change"] }],
  },
  {
    name: "ifconfig",
    style: "single",
    options: ["-a", "-s", "-v", "-l", "-L", "-m", "-u", "-d", "-r", "-X="],
    action: "network.change",
    when: [
      { most: 1, action: [] },
      { operand: ["inet", "inet6", "ether"], most: 2, action: [] },
    ],
    tests: [{ run: "ifconfig eth0" }, { run: "ifconfig eth0 down", actions: ["network.change"] }],
  },
  {
    name: ["route", "arp", "iwconfig", "ethtool", "vconfig", "mii-tool"],
    loose: true,
    options: ["-n", "-a", "-e", "-v", "-d", "-s", "-f", "-i="],
    action: "network.change",
    when: [{ most: 0, not: ["-d", "-s", "-f"], action: [] }],
    tests: [{ run: "route -n" }, { run: "route add default gw 1.2.3.4", actions: ["network.change"] }],
  },
  {
    name: ["tc", "bridge", "iw"],
    style: "single",
    options: [
      "-s",
      "-d",
      "-j",
      "-p",
      "-n=",
      "-b=script",
      "-batch=script",
      "-c",
      "-o",
      "-V",
      "-details",
      "-stats",
      "-statistics",
      "-json",
      "-color",
    ],
    lang: "ip",
    verbs: {
      look: "show list ls get info monitor",
      change: "add append change replace set link connect join del delete flush disconnect leave",
      kind: "network",
      from: 1,
      depth: 1,
    },
    tests: [{ run: "tc qdisc show" }, { run: "bridge link set dev x show", actions: ["network.change"] }],
  },
  {
    name: "brctl",
    commands: {
      "show,showmacs,showstp": LOOKS,
      "addbr,delbr,addif,delif,setageing,setbridgeprio,setfd,sethello,setmaxage,setpathcost,setportprio,stp,hairpin":
        NETWORK,
    },
    tests: [{ run: "brctl show" }, { run: "brctl delbr show", actions: ["network.change"] }],
  },
  {
    name: "nmcli",
    loose: true,
    options: optionList(
      "-a,--ask -c,--colors= -e,--escape= -f,--fields= -g,--get-values= -m,--mode= -o,--overview -p,--pretty -s,--show-secrets -t,--terse -w,--wait= -v,--version",
    ),
    commands: {
      "monitor,m,help": LOOKS,
      "general,g,networking,n,radio,r,connection,c,con,conn,device,d,dev": {
        loose: true,
        commands: {
          "status,show,s,sh,hostname,permissions,logging,connectivity,list,monitor": LOOKS,
          wifi: { loose: true, commands: { "list,show-password": LOOKS, "connect,hotspot,rescan": NETWORK } },
          "on,off,up,down,add,modify,mod,edit,delete,del,clone,reload,load,import,export,connect,c,disconnect,set,reapply,checkpoint,all":
            NETWORK,
        },
      },
      agent: NETWORK,
    },
    tests: [{ run: "nmcli device status" }, { run: "nmcli con delete x", actions: ["network.change"] }],
  },
  {
    name: [
      "ifup",
      "ifdown",
      "dhclient",
      "dhcpcd",
      "netplan",
      "wpa_supplicant",
      "wpa_cli",
      "ipconfig",
      "hciconfig",
      "rfkill",
    ],
    loose: true,
    action: "network.change",
    when: [
      { operand: ["/all", "/displaydns", "/allcompartments"], action: [] },
      { operand: ["getifaddr", "getoption", "getpacket", "list", "status", "get"], action: [] },
    ],
    tests: [{ run: "ipconfig /all" }, { run: "ifdown eth0", actions: ["network.change"] }],
  },
  {
    name: ["iptables", "ip6tables", "iptables-legacy", "iptables-nft", "ebtables", "arptables"],
    loose: true,
    options: optionList(
      "-L,--list -S,--list-rules -C,--check -A,--append -D,--delete -F,--flush -X,--delete-chain -Z,--zero -P,--policy -I,--insert -R,--replace -N,--new-chain -E,--rename-chain -t,--table= -n,--numeric -v,--verbose -x,--exact --line-numbers -w,--wait -j,--jump= -p,--protocol= -s,--source= -d,--destination= -i,--in-interface= -o,--out-interface= -m,--match= --dport= --sport= -c= --modprobe=command",
    ),
    action: "firewall.change",
    when: [
      {
        has: ["-L", "-S", "-C"],
        not: ["-A", "-D", "-F", "-X", "-Z", "-P", "-I", "-R", "-N", "-E"],
        action: [],
      },
    ],
    tests: [{ run: "iptables -L -n -v" }, { run: "iptables -F", actions: ["firewall.change"] }],
  },
  {
    name: ["iptables-save", "ip6tables-save"],
    options: ["-c,--counters", "-t,--table=", "-f,--file=write", "-M,--modprobe=command"],
    tests: [{ run: "iptables-save -f x", writes: ["./x"] }],
  },
  {
    name: [
      "iptables-restore",
      "ip6tables-restore",
      "pfctl",
      "ipfw",
      "ipset",
      "socketfilterfw",
      "fail2ban-client",
      "csf",
      "shorewall",
    ],
    loose: true,
    action: "firewall.change",
    when: [{ operand: ["list", "show", "status"], most: 1, action: [] }],
    tests: [{ run: "ipset destroy x", actions: ["firewall.change"] }],
  },
  {
    name: "ufw",
    loose: true,
    commands: {
      "status,show,version,help": LOOKS,
      "enable,disable,reload,reset,default,logging,allow,deny,reject,limit,delete,insert,prepend,route,app":
        FIREWALL,
    },
    tests: [{ run: "ufw status verbose" }, { run: "ufw disable", actions: ["firewall.change"] }],
  },
  {
    name: "nft",
    options: optionList(
      "-h -v -V -f,--file=read -D,--define= -i,--interactive -I,--includepath= -c,--check -a,--handle -s,--stateless -t,--terse -S,--service -N,--reversedns -u,--guid -n,--numeric -y,--numeric-priority -p,--numeric-protocol -T,--numeric-time -d,--debug= -e,--echo -j,--json -o,--optimize",
    ),
    action: "firewall.change",
    commands: {
      "list,describe,monitor,get": LOOKS,
      "add,create,delete,destroy,flush,insert,replace,rename,reset,import,export": FIREWALL,
    },
    tests: [{ run: "nft list ruleset" }, { run: "nft flush ruleset", actions: ["firewall.change"] }],
  },
  {
    name: "firewall-cmd",
    options: optionList(
      "--state --list-all --list-ports --list-services --get-zones --get-active-zones --get-default-zone --list-all-zones --get-services --query-port= --query-service= --zone= --list-rich-rules --list-interfaces --permanent -q,--quiet --reload --complete-reload --add-port= --remove-port= --add-service= --remove-service= --add-rich-rule= --remove-rich-rule= --set-default-zone= --panic-on --panic-off --runtime-to-permanent --add-source= --remove-source= --add-interface= --remove-interface= --add-masquerade --timeout=",
    ),
    when: [
      {
        has: [
          "--reload",
          "--complete-reload",
          "--add-port",
          "--remove-port",
          "--add-service",
          "--remove-service",
          "--add-rich-rule",
          "--remove-rich-rule",
          "--set-default-zone",
          "--panic-on",
          "--panic-off",
          "--runtime-to-permanent",
          "--add-source",
          "--remove-source",
          "--add-interface",
          "--remove-interface",
          "--add-masquerade",
        ],
        action: "firewall.change",
      },
    ],
    tests: [{ run: "firewall-cmd --panic-on", actions: ["firewall.change"] }],
  },
];
