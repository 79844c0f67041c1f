const words = (text: string): readonly string[] => text.split(/\s+/);

/** Names of files and folders that policies are about: a wildcard that spells a part of one means it. */
export const KNOWN_NAMES: readonly string[] = words(
  `.env .env.local .env.production .env.development .env.staging .env.test .git .ssh .gnupg .password-store .vault-token .netrc _netrc .pgpass
  .my.cnf .mylogin.cnf .boto .npmrc .pypirc .git-credentials .terraformrc .s3cfg .aws .azure .kube .docker .cargo .gem .terraform.d .subversion
  .config .m2 auth.conf .mozilla .gatehouse .claude .codex .gemini .qwen .cursor .copilot .opencode .cagent .mimir .mayros id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk credentials secrets certs shadow shadow- gshadow gshadow-
  master.passwd sudoers krb5.keytab environ mem gcloud hosts.yml Keychains keyrings private ssl`,
);

/** Folders at the top of the file tree: a wildcard there means each of them that it matches. */
export const TOP_FOLDERS: readonly string[] = words("etc root proc run var");

/** Files of the home directory that a search by their name means (`find ~ -name credentials`). */
export const HOME_FILES: readonly string[] = words(
  `.ssh/id_rsa .ssh/id_dsa .ssh/id_ecdsa .ssh/id_ed25519 .ssh/authorized_keys .aws/credentials .aws/config .kube/config .docker/config.json
  .config/gh/hosts.yml .config/gcloud/credentials.db .config/gcloud/application_default_credentials.json .cargo/credentials.toml .gem/credentials
  .terraform.d/credentials.tfrc.json .gnupg/secring.gpg .azure/accessTokens.json .config/containers/auth.json`,
);
