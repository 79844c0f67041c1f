import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true, style: "single" };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };
const SYSTEM: ProgramUsage = { loose: true, style: "single", action: "system.change" };

/** Settings of macOS. */
export const MACOS_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "networksetup",
    style: "single",
    loose: false,
    options:
      optionList(`-listnetworkserviceorder -listallnetworkservices -listallhardwareports -detectnewhardware -getmacaddress -getcomputername -listBonds -listpppoeservices
      -listlocations -getcurrentlocation -getinfo -getdnsservers -getsearchdomains -getwebproxy -getsecurewebproxy -getftpproxy -getsocksfirewallproxy
      -getstreamingproxy -getgopherproxy -getproxybypassdomains -getautoproxyurl -getproxyautodiscovery -getpassiveftp -getairportnetwork -getairportpower
      -listpreferredwirelessnetworks -getnetworkserviceenabled -getv6additionalroutes -getadditionalroutes -getMTU -listvalidMTUrange -getmedia
      -listvalidmedia -listVLANs -listdevicesthatsupportVLAN -isBondSupported -showBondStatus -showpppoestatus -version -help -printcommands
      -showpppoepassword -setcomputername -setmanual -setdhcp -setbootp -setmanualwithdhcprouter -setadditionalroutes -setv4off -setv6off -setv6automatic
      -setv6linklocal -setv6manual -setdnsservers -setsearchdomains -createnetworkservice -renamenetworkservice -duplicatenetworkservice
      -removenetworkservice -ordernetworkservices -setMTUAndMediaAutomatically -setMTU -setmedia -setwebproxy -setwebproxystate -setsecurewebproxy
      -setsecurewebproxystate -setftpproxy -setftpproxystate -setsocksfirewallproxy -setsocksfirewallproxystate -setstreamingproxy -setstreamingproxystate
      -setgopherproxy -setgopherproxystate -setproxybypassdomains -setproxyautodiscovery -setpassiveftp -setautoproxyurl -setautoproxystate
      -setairportnetwork -setairportpower -addpreferredwirelessnetworkatindex -removepreferredwirelessnetwork -removeallpreferredwirelessnetworks
      -setnetworkserviceenabled -createVLAN -deleteVLAN -createBond -deleteBond -addDeviceToBond -removeDeviceFromBond -createpppoeservice
      -deletepppoeservice -setpppoeaccountname -setpppoepassword -connectpppoeservice -disconnectpppoeservice -switchtolocation -createlocation
      -deletelocation`),
    when: [
      { has: ["-showpppoepassword"], action: "secret.read" },
      {
        has: optionList(`-listnetworkserviceorder -listallnetworkservices -listallhardwareports -getmacaddress -getcomputername -listBonds -listpppoeservices -listlocations
        -getcurrentlocation -getinfo -getdnsservers -getsearchdomains -getwebproxy -getsecurewebproxy -getftpproxy -getsocksfirewallproxy -getstreamingproxy -getgopherproxy
        -getproxybypassdomains -getautoproxyurl -getproxyautodiscovery -getpassiveftp -getairportnetwork -getairportpower -listpreferredwirelessnetworks -getnetworkserviceenabled
        -getv6additionalroutes -getadditionalroutes -getMTU -listvalidMTUrange -getmedia -listvalidmedia -listVLANs -listdevicesthatsupportVLAN -isBondSupported -showBondStatus
        -showpppoestatus -version -help -printcommands`),
      },
      { action: "network.change" },
    ],
    tests: [{ run: "networksetup -getinfo Wi-Fi" }],
  },
  {
    name: "scutil",
    style: "single",
    options: optionList(
      "--get --set --proxy --dns --nwi --nc -r= -w= -t= -W --error --prefs --renew --allow-new-interfaces -d -v -p",
    ),
    when: [
      { has: ["--set", "--prefs", "--renew", "--allow-new-interfaces"], action: "system.change" },
      { operand: ["start", "stop", "suspend", "resume", "select"], action: "network.change" },
      { has: ["--get", "--proxy", "--dns", "--nwi", "-r", "-w", "--error", "--nc"] },
      { action: "system.change", unknown: "opaque-code" },
    ],
    tests: [{ run: "scutil --get ComputerName" }],
  },
  {
    name: "defaults",
    style: "posix",
    options: ["-currentHost", "-host="],
    commands: {
      "read,read-type,domains,find,help": { loose: true },
      export: { operands: "plain write" },
      "write,delete,rename,import,delete-all": CONFIGURES,
    },
    tests: [{ run: "defaults read com.apple.Finder" }],
  },
  {
    name: "plutil",
    style: "single",
    options: optionList(
      "-help -lint -p -convert= -type -extract= -insert= -replace= -remove= -create= -o=write -e= -s -r -n -expect= -xml= -json= -string= -integer= -bool= -float= -date= -data= -append -array -dictionary --",
    ),
    operands: "read*",
    when: [
      { has: ["-insert", "-replace", "-remove"], operands: "edit*" },
      { has: ["-create"], operands: "create*" },
      { has: ["-convert"], not: ["-o"], operands: "edit*" },
      { has: ["-extract"], operands: "plain read*" },
    ],
    tests: [{ run: "plutil -lint x.plist", reads: ["./x.plist"] }],
  },
  {
    name: "PlistBuddy",
    style: "single",
    options: ["-c=", "-x", "-l", "-h"],
    operands: "edit",
    when: [
      {
        has: ["-c=Print*", "-c=print*"],
        not: [
          "-c=Set*",
          "-c=Add*",
          "-c=Delete*",
          "-c=Merge*",
          "-c=Copy*",
          "-c=Import*",
          "-c=Clear*",
          "-c=Save*",
        ],
        operands: "read",
      },
    ],
    tests: [{ run: "PlistBuddy -c 'Set :a b' x.plist", reads: ["./x.plist"], writes: ["./x.plist"] }],
  },
  {
    name: "diskutil",
    loose: true,
    commands: {
      "list,info,information,activity,listFilesystems,listfilesystems,listClients,listGroups": {
        loose: true,
      },
      "mount,umount,unmount,unmountDisk,mountDisk,umountDisk,eject": { loose: true, action: "disk.mount" },
      "verifyVolume,verifyDisk,verifyvolume,verifydisk": { loose: true },
      "eraseDisk,eraseVolume,reformat,eraseOptical,zeroDisk,randomDisk,secureErase,partitionDisk,resizeVolume,splitPartition,mergePartitions,addPartition,deletePartition,repairDisk,repairVolume,resetFusion,erasedisk,erasevolume,zerodisk,partitiondisk":
        { loose: true, action: "disk.format" },
      "rename,renameVolume,enableJournal,disableJournal,moveJournal,enableOwnership,disableOwnership,resetUserPermissions,image":
        { loose: true, action: "disk.write" },
      "apfs,ap,coreStorage,cs,corestorage,appleRAID,ar,appleraid": {
        loose: true,
        commands: {
          "list,info,listUsers,listCryptoUsers,listSnapshots,listVolumeGroups,listFilesystems,information": {
            loose: true,
          },
        },
        verbs: {
          look: "verify* list* info*",
          change:
            "create* add* convert* rename* mount* unlock* lock* update* change* set* enable* resize* encrypt* decrypt* repair* hint* unmount* import* defragment* grow* updatePreboot",
          destroy: "delete* erase* remove* demote* disable* reformat*",
          kind: "disk",
          depth: 0,
        },
      },
    },
    tests: [{ run: "diskutil list" }],
  },
  {
    name: "hdiutil",
    style: "single",
    loose: true,
    commands: {
      "help,info,plugins,imageinfo,isencrypted,fsid,pmap,verify,checksum,hfsinfo": LOOKS,
      "attach,mount,mountvol,detach,eject,unmount": { loose: true, style: "single", action: "disk.mount" },
      "create,convert,compact,resize,segment,makehybrid,flatten,unflatten,internet-enable,burn,chpass,erasekeys,changekey,udifrez,udifderez":
        { loose: true, style: "single", action: "disk.write", unknown: "opaque-file" },
    },
    tests: [{ run: "hdiutil info" }],
  },
  {
    name: "tmutil",
    commands: {
      "help,destinationinfo,isexcluded,latestbackup,listbackups,machinedirectory,listlocalsnapshots,listlocalsnapshotdates,compare,calculatedrift,uniquesize,verifychecksums,version,status,currentphase":
        { loose: true },
      "enable,disable,startbackup,stopbackup,localsnapshot,addexclusion,removeexclusion,setdestination,removedestination,setquota,inheritbackup,associatedisk,restore,enablelocal,disablelocal,snapshot":
        { loose: true, action: "system.change" },
      "delete,deleteinprogress": { loose: true, action: "system.change", operands: "delete*", tree: true },
      "deletelocalsnapshots,thinlocalsnapshots": {
        loose: true,
        action: "disk.format",
        operands: "target*",
      },
    },
    tests: [{ run: "tmutil listbackups" }],
  },
  {
    name: "security",
    loose: true,
    options: ["-h", "-i", "-l", "-p=", "-q", "-v"],
    when: [{ has: ["-i"], unknown: "opaque-code" }],
    commands: {
      "help,list-keychains,show-keychain-info,find-identity,find-certificate,verify-cert,leaks,error,translocate-policy-check,translocate-status-check,translocate-original-path,get-identity-preference,dump-trust-settings,smartcards,list-smartcards,requirement-evaluate,policy-read,find-key":
        { loose: true },
      "default-keychain,login-keychain": {
        loose: true,
        options: ["-s=", "-d="],
        when: [{ has: ["-s"], action: "config.change" }],
      },
      "dump-keychain": {
        loose: true,
        options: ["-d", "-a", "-i", "-r"],
        when: [
          { has: ["-d"], action: "secret.read" },
          { has: ["-i"], action: "config.change" },
        ],
      },
      "find-generic-password,find-internet-password": {
        loose: true,
        options: ["-w", "-g"],
        when: [{ has: ["-w", "-g"], action: "secret.read" }],
      },
      "export,export-smartcard,create-filevaultmaster-keychain,unlock-keychain": {
        loose: true,
        options: ["-o=write"],
        action: "secret.read",
      },
      cms: { loose: true, options: ["-o=write", "-i=read"], action: "secret.read" },
      "trust-settings-export": { loose: true, operands: "write" },
      authorize: { loose: true, action: "privilege.raise" },
      "execute-with-privileges": { style: "posix", wraps: 0, action: "privilege.raise" },
      "create-keychain,delete-keychain,lock-keychain,set-keychain-settings,set-keychain-password,create-keypair,add-generic-password,add-internet-password,add-certificates,delete-certificate,delete-identity,delete-generic-password,delete-internet-password,set-generic-password-partition-list,set-internet-password-partition-list,set-key-partition-list,set-identity-preference,import,install-mds,add-trusted-cert,remove-trusted-cert,user-trust-settings-enable,trust-settings-import,authorizationdb,create-db,update-db,translocate-create":
        { loose: true, action: "config.change" },
    },
    tests: [{ run: "security find-identity -v" }],
  },
  {
    name: ["spctl"],
    options: optionList(
      "-a,--assess -t,--type= -v,--verbose --status --disable-status --global-disable --global-enable --master-disable --master-enable --add --remove --enable --disable --list --label= --path --requirement --rule= --anchor --hash --priority= --remarks= --raw --ignore-cache --no-cache --test-devid-status --continue --context= --reset-default",
    ),
    action: "system.change",
    when: [
      {
        has: ["-a", "--status", "--disable-status", "--list", "--test-devid-status"],
        not: ["--global-disable", "--master-disable", "--add", "--remove", "--disable", "--enable"],
        action: [],
        operands: "list*",
      },
    ],
    tests: [{ run: "spctl --status" }],
  },
  {
    name: "pmset",
    style: "single",
    loose: true,
    options: ["-g", "-a", "-b", "-c", "-u"],
    action: "system.change",
    when: [{ has: ["-g"], not: ["-a", "-b", "-c", "-u"], action: [] }],
    tests: [{ run: "pmset -g batt" }],
  },
  {
    name: [
      "csrutil",
      "nvram",
      "softwareupdate",
      "airport",
      "systemextensionsctl",
      "systemsetup",
      "kextload",
      "kextunload",
      "kmutil",
      "bless",
      "installer",
      "tccutil",
      "mdutil",
      "periodic",
      "asr",
      "wdutil",
      "bputil",
      "startosinstall",
      "automator",
      "shortcuts",
      "lsregister",
    ],
    style: "single",
    loose: true,
    action: "system.change",
    options: ["-l", "--list", "-p"],
    when: [
      { operand: ["status", "list"], most: 1, action: [] },
      { has: ["-l", "--list", "-p"], most: 0, action: [] },
    ],
    tests: [{ run: "csrutil disable", actions: ["system.change"] }],
  },
  {
    name: "profiles",
    style: "single",
    loose: true,
    commands: {
      "help,status,list,show,validate,version": LOOKS,
      "install,remove,removeall,renew,sync": SYSTEM,
    },
    options: ["-P", "-L", "-H", "-C", "-e", "-c", "-I", "-R", "-D", "-V", "-v"],
    when: [{ has: ["-I", "-R", "-D"], action: "system.change" }],
    tests: [{ run: "profiles list" }],
  },
  {
    name: "dscl",
    style: "posix",
    options: ["-u=", "-P=", "-p", "-f=", "-raw", "-plist", "-url", "-q", "-diff="],
    action: "user.change",
    when: [
      {
        operand: [
          "-read",
          "read",
          "-list",
          "list",
          "-readall",
          "readall",
          "-search",
          "search",
          "-readpl",
          "readpl",
          "-readpli",
          "readpli",
        ],
        action: [],
      },
    ],
    tests: [{ run: "dscl . -list /Users" }],
  },
  {
    name: "dscacheutil",
    style: "single",
    options: [
      "-h",
      "-q=",
      "-a=",
      "-cachedump",
      "-configuration",
      "-flushcache",
      "-statistics",
      "-buckets",
      "-entries=",
    ],
    when: [{ has: ["-flushcache"], action: "system.change" }],
    tests: [{ run: "dscacheutil -flushcache", actions: ["system.change"] }],
  },
  {
    name: "pkgutil",
    options:
      optionList(`--packages,--pkgs=? --pkgs-plist --files= --export-plist= --pkg-info= --pkg-info-plist= --groups --groups-plist= --group-pkgs= --pkg-groups= --file-info= --file-info-plist= --payload-files= --check-signature=read
      --volume= --edit-pkg= --only-files --only-dirs --regexp -v,--verbose -f,--force -h,--help --forget= --learn= --expand= --expand-full= --flatten= --bom= --lsbom= --verify=`),
    when: [
      {
        has: ["--expand", "--expand-full", "--flatten"],
        operands: "write",
        tree: true,
        unknown: "opaque-file",
      },
      { has: ["--forget", "--learn", "--edit-pkg"], action: "package.destroy" },
    ],
    tests: [{ run: "pkgutil --pkgs" }],
  },
];
