import {
  hasGithubChecksum,
  isAgeKey,
  isAwsKeyId,
  isDiscordWebhook,
  isDockerConfig,
  isJwt,
  isPlaceholder,
  isVaried,
} from "./secret-checks.js";
import { isPlain } from "./is-plain.js";
import { SECRET_NAME, SECRET_NAME_WORDS } from "./secret-names.js";
import { anyCase, assigned, prefixed, type SecretRule } from "./secret-rule.js";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

// What a value may consist of: no blanks, quotes, shell operators, expansions or URL separators.
const VALUE = "[^\\s\"'`$;&|<>(){}\\[\\],\\\\]";
// The same for each half of the part before the host of a URL.
const USER_INFO = "[^\\s/?#@\"'`<>;|&$(){}\\\\:]";

/** A password between the user and the host of a URL, with characters that have to be quoted in a shell, too. */
function connection(kind: string, scheme: string, keywords: string): SecretRule {
  const source = `${scheme}://[^\\s:@/"'\`]{0,200}:(?<secret>[^\\s@/"'\`]{3,500})@`;
  return { ...anyCase(kind, keywords, source), mayHoldShell: true, shows: isPlaceholder };
}

/**
 * The kinds of secrets that are found, in the order in which they name what several of them find: the shapes that services
 * publish, those that docker-agent's detector knows among them (document 004, `redact_secrets`), then names.
 *
 * A pattern is linear: its repetitions are bounded, disjoint, or start where a look-behind says that a run starts.
 */
export const SECRET_RULES: readonly SecretRule[] = [
  // Clouds.
  {
    ...prefixed(
      "aws-key",
      "akia agpa aida aroa aipa anpa anva asia a3t",
      "(?:A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z0-9]{16}",
      isAwsKeyId,
    ),
    // Capitals only, as words may be; but the account in them was checked.
    shows: () => false,
  },
  prefixed("aws-key", "akia asia agpa aida aroa anpa", "\\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}\\b"),
  anyCase(
    "aws-secret-access-key",
    "key",
    "(?:aws|secret)[\\w-]{0,20}key[\"']?[ \\t]{0,8}(?:=>|[:=])[ \\t]{0,8}[\"']?(?<secret>[A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])",
  ),
  prefixed("aws-bedrock-long-lived-api-key", "absk", "ABSK[A-Za-z0-9+/]{100,300}={0,2}"),
  anyCase("aws-bedrock-short-lived-api-key", "bedrock-api-key-", "bedrock-api-key-[A-Za-z0-9+/=_-]{20,4000}"),
  prefixed("azure-ad-client-secret", "q~", "[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}"),
  prefixed(
    "azure-storage-connection-string",
    "defaultendpointsprotocol=",
    "DefaultEndpointsProtocol=[^\"'\\s]{0,300}?AccountKey=(?<secret>[A-Za-z0-9+/]{86}==)",
  ),
  assigned("alibaba-secret-key", "alibaba", "[a-z0-9]{30}"),
  anyCase("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", "do[opr]_v1_[a-f0-9]{64}"),
  prefixed("google-key", "aiza ya29.", "\\bAIza[A-Za-z0-9_-]{30,64}|\\bya29\\.[A-Za-z0-9_-]{20,512}"),
  prefixed("google-key", "aiza", "AIza[A-Za-z0-9_-]{35}"),
  prefixed("google-oauth-client-secret", "gocspx-", "GOCSPX-[A-Za-z0-9_-]{28}"),
  assigned("heroku-api-key", "heroku", UUID),
  prefixed("heroku-api-key-v2", "hrku-aa", "HRKU-AA[A-Za-z0-9_-]{50,64}"),
  assigned("fastly-api-token", "fastly", "[A-Za-z0-9_-]{32}"),
  // The scheme in other letters is not Fly's, and what follows it then is something else.
  prefixed("flyio-macaroon", "fm2_", "(?:FlyV1 |(?<![Ff][Ll][Yy][Vv]1 ))fm2_[A-Za-z0-9+/=_-]{40,4000}"),
  prefixed("yandex-cloud-api-key", "aqvn", "AQVN[A-Za-z0-9_-]{35,40}"),
  anyCase("scalingo-api-token", "tk-us- tk-eu- tk-osc-", "tk-(?:us|eu|osc)-[A-Za-z0-9_-]{48}"),
  anyCase("netlify-pat", "nfp_", "nfp_[A-Za-z0-9]{36,60}"),
  anyCase("vercel-token", "vcp_ vck_ vci_", "vc[pki]_[A-Za-z0-9]{24,80}"),
  anyCase("render-api-key", "rnd_", "rnd_[A-Za-z0-9]{28,40}"),
  anyCase("supabase-secret-key", "sb_secret_", "sb_secret_[A-Za-z0-9_-]{20,80}"),
  anyCase("akamai-edgegrid-client-token", "akab-", "akab-[a-z0-9]{16}-[a-z0-9]{16}"),
  anyCase("cloudflare-origin-ca-key", "v1.0-", "v1\\.0-[a-f0-9]{24,40}-[a-f0-9]{146}"),
  assigned("cloudflare-api-key", "cloudflare", "[A-Za-z0-9_-]{37,40}"),
  prefixed("openshift-user-token", "sha256~", "sha256~[A-Za-z0-9_-]{43}"),

  // Source hosts.
  // Whatever the end: check sums change, and a token of another kind may follow at once.
  prefixed(
    "github-token",
    "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
    "\\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255})",
    (token) => isVaried(token.replace(/^(?:gh[pousr]|github_pat)_/, "")),
  ),
  prefixed("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", "gh[pousr]_[A-Za-z0-9]{36}", hasGithubChecksum),
  prefixed(
    "github-token",
    "ghs_ey",
    "ghs_(?<secret>eyJ[A-Za-z0-9_-]{5,1000}\\.eyJ[A-Za-z0-9_-]{5,20000}\\.[A-Za-z0-9_-]{10,2000})",
    isJwt,
  ),
  prefixed("github-token", "github_pat_", "github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}", (token) =>
    isVaried(token.slice("github_pat_".length)),
  ),
  prefixed(
    "gitlab-token",
    "glpat- glptt- gldt- glrt- glcbt- glft- glagent- gloas- glsoat-",
    "\\bgl(?:pat|ptt|dt|rt|cbt|ft|agent|oas|soat)-[A-Za-z0-9_-]{16,255}",
  ),
  anyCase("gitlab-token", "glpat-", "glpat-[A-Za-z0-9_.=-]{20,300}"),
  anyCase("gitlab-token", "glptt-", "glptt-[a-f0-9]{40}"),
  anyCase("gitlab-token", "glcbt-", "glcbt-(?:[a-z0-9]{1,5}_)?[A-Za-z0-9_-]{20}"),
  anyCase("gitlab-token", "gldt- glft- glsoat-", "gl(?:dt|ft|soat)-[A-Za-z0-9_-]{20}"),
  anyCase("gitlab-token", "glffct-", "glffct-[A-Za-z0-9_-]{20}"),
  anyCase("gitlab-token", "glagent-", "glagent-[A-Za-z0-9_-]{50,1024}"),
  anyCase("gitlab-token", "gloas-", "gloas-[A-Za-z0-9_-]{64}"),
  prefixed("gitlab-token", "gr1348941", "GR1348941[A-Za-z0-9_-]{20}"),
  anyCase("gitlab-token", "glrt-", "glrt-[A-Za-z0-9_.-]{20,60}"),
  anyCase("gitlab-token", "glimt-", "glimt-[A-Za-z0-9_-]{25}"),
  assigned("bitbucket-client-secret", "bitbucket", "[A-Za-z0-9_=-]{32,64}"),
  prefixed("bitbucket-app-password", "atbb", "ATBB[A-Za-z0-9]{32}"),
  anyCase("sourcegraph-access-token", "sgp_", "sgp_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}"),
  anyCase("sourcegraph-cody-key", "slk_", "slk_[a-f0-9]{64}"),

  // Registries and continuous integration.
  prefixed("npm-token", "npm_", "\\bnpm_[A-Za-z0-9]{30,64}"),
  prefixed("pypi-token", "pypi-", "\\bpypi-[A-Za-z0-9_-]{30,512}"),
  anyCase("npm-token", "npm_", "npm_[A-Za-z0-9]{36}"),
  anyCase("rubygems-api-token", "rubygems_", "rubygems_[a-f0-9]{48}"),
  anyCase("docker-hub-access-token", "dckr_pat_ dckr_oat_", "dckr_[po]at_[A-Za-z0-9_-]{27,32}"),
  anyCase(
    "dockerconfig-secret",
    "dockerc",
    "\\.dockerc(?:fg|onfigjson)[\"']?[ \\t]{0,8}:[ \\t]{0,8}[\"']?(?<secret>[A-Za-z0-9+/]{16,20000}={0,2})",
    isDockerConfig,
  ),
  anyCase(
    "private-packagist-token",
    "packagist_uut_ packagist_out_ packagist_ort_",
    "packagist_(?:uut|out|ort)_[a-f0-9]{68}",
  ),
  prefixed("clojars-api-token", "clojars_", "CLOJARS_[a-z0-9]{60}"),
  prefixed("jfrog-artifactory-api-key", "akcp", "AKCp[A-Za-z0-9]{60,80}"),
  prefixed("jfrog-reference-token", "cmvmd", "cmVmd[A-Za-z0-9]{59}"),
  anyCase("buildkite-agent-token", "bkua_", "bkua_[a-f0-9]{40}"),
  prefixed("circleci-project-token", "cciprj_", "CCIPRJ_[A-Za-z0-9]{1,64}_[a-f0-9]{40}"),
  prefixed("circleci-personal-access-token-v2", "ccipat_", "CCIPAT_[A-Za-z0-9]{22}_[a-f0-9]{40}"),
  assigned("travisci-access-token", "travis", "[A-Za-z0-9_-]{22}"),
  assigned("codecov-access-token", "codecov", "[a-z0-9]{32}"),
  assigned("snyk-api-token", "snyk", UUID),
  anyCase("harness-api-key", "pat. sat.", "[ps]at\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}"),
  anyCase("hashicorp-tf-api-token", "atlasv1.", "[a-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,70}"),
  anyCase("pulumi-api-token", "pul-", "pul-[a-f0-9]{40}"),
  anyCase("infracost-api-token", "ico-", "ico-[A-Za-z0-9]{32}"),
  anyCase("prefect-api-token", "pnu_", "pnu_[A-Za-z0-9]{36}"),
  anyCase("sonar-token", "squ_ sqp_ sqa_", "sq[upa]_[a-f0-9]{40}"),
  anyCase("endorlabs-api-token", "endr+", "endr\\+[A-Za-z0-9-]{16}"),
  prefixed("deno-deploy-token", "ddp_ ddw_", "dd[pw]_[A-Za-z0-9]{36}"),

  // Models.
  prefixed("model-key", "sk-", "\\bsk-[A-Za-z0-9_-]{16,255}"),
  prefixed(
    "model-key",
    "t3blbkfj",
    "sk-(?:[A-Za-z0-9]{1,10}-)?[A-Za-z0-9_-]{20,100}T3BlbkFJ[A-Za-z0-9_-]{20,100}",
  ),
  anyCase("model-key", "sk-ant-", "sk-ant-(?:api|admin|oat)[0-9]{2}-[A-Za-z0-9_-]{80,120}"),
  prefixed("hugging-face-token", "hf_", "\\bhf_[A-Za-z0-9]{20,64}"),
  anyCase("hugging-face-token", "hf_ api_org_", "(?:hf_|api_org_)[A-Za-z0-9]{34,40}"),
  anyCase("groq-api-key", "gsk_", "gsk_[A-Za-z0-9]{48,56}"),
  anyCase("perplexity-api-key", "pplx-", "pplx-[A-Za-z0-9]{44,60}"),
  anyCase("xai-api-key", "xai-", "xai-[A-Za-z0-9_-]{70,100}"),
  anyCase("cohere-api-key", "co_", "co_[A-Za-z0-9]{38,42}"),
  anyCase("replicate-api-token", "r8_", "r8_[A-Za-z0-9]{37,40}"),
  anyCase("model-key", "sk-or-v1-", "sk-or-v1-[a-f0-9]{64}"),
  assigned("model-key", "deepseek", "sk-[a-z0-9]{32}"),
  anyCase("nvidia-nim-api-key", "nvapi-", "nvapi-[A-Za-z0-9_-]{60,80}"),
  anyCase("langsmith-api-key", "lsv2_pt_ lsv2_sk_", "lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}"),
  prefixed("voiceflow-api-key", "vf.", "VF\\.(?:(?:DM|WS)\\.)?[A-Za-z0-9]{24}\\.[A-Za-z0-9]{16}"),
  assigned("assemblyai-api-key", "assemblyai", "[a-z0-9]{32}"),
  assigned("deepgram-api-key", "deepgram", "[a-z0-9]{40}"),
  anyCase(
    "pinecone-api-key",
    "pckey_ pcsk_",
    "pc(?:key_[a-z0-9]{1,40}|sk_[A-Za-z0-9]{5,6})_[A-Za-z0-9]{32,80}",
  ),

  // Chat and mail.
  prefixed("slack-token", "xox", "\\bxox[abeoprs]-[A-Za-z0-9-]{10,255}"),
  prefixed("slack-webhook", "hooks.slack.com", "\\bhooks\\.slack\\.com/services/[A-Za-z0-9/_-]{10,255}"),
  anyCase("slack-token", "xoxb- xoxa- xoxp- xoxr- xoxs-", "xox[baprs]-[A-Za-z0-9-]{10,250}"),
  anyCase("slack-token", "xoxe- xoxe.xox", "xoxe(?:-|\\.xox[bp]-)[A-Za-z0-9-]{40,300}"),
  anyCase("slack-token", "xapp-", "xapp-[0-9]-[A-Z0-9]{5,20}-[0-9]{5,20}-[a-z0-9]{20,100}"),
  anyCase(
    "slack-webhook",
    "hooks.slack.com",
    "hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/_-]{20,120}",
  ),
  prefixed(
    "discord-bot-token",
    "mt mz nd nt nz od",
    "(?:M[Tz]|N[DTz]|OD)[A-Za-z0-9_-]{22,26}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}",
  ),
  anyCase(
    "discord-webhook-url",
    "discord.com/api/webhooks discordapp.com/api/webhooks",
    "discord(?:app)?\\.com/api/webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,80}",
    isDiscordWebhook,
  ),
  assigned("discord-token", "discord", "[a-f0-9]{64}|[0-9]{18}|[A-Za-z0-9_=-]{32}"),
  prefixed("telegram-bot-token", ":aa", "[0-9]{8,10}:AA[A-Za-z0-9_-]{33}"),
  anyCase(
    "microsoft-teams-incoming-webhook",
    "webhook.office.com",
    `[a-z0-9-]{1,60}\\.webhook\\.office\\.com/webhookb2/${UUID}@${UUID}/IncomingWebhook/[a-z0-9]{32}/${UUID}`,
  ),
  assigned("mattermost-access-token", "mattermost", "[a-z0-9]{26}"),
  prefixed("sendgrid-key", "sg.", "\\bSG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}"),
  prefixed("sendgrid-key", "sg.", "SG\\.[A-Za-z0-9_-]{20,24}\\.[A-Za-z0-9_-]{39,50}"),
  anyCase("sendinblue-api-token", "xkeysib-", "xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}"),
  assigned("mailgun-token", "mailgun", "(?:(?:pub)?key-[a-f0-9]{32}|[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8})"),
  assigned("mailchimp-api-key", "mailchimp", "[a-f0-9]{32}-us[0-9]{1,2}"),
  assigned("messagebird-api-token", "messagebird", `[a-z0-9]{25}|${UUID}`),
  prefixed("twilio-api-key", "sk", "SK[0-9a-f]{32}"),
  assigned("intercom-api-token", "intercom", `[a-z0-9_]{60}|${UUID}`),
  assigned("zendesk-secret-key", "zendesk", "[a-z0-9]{40}"),
  anyCase("zapier-webhook", "hooks.zapier.com", "hooks\\.zapier\\.com/hooks/catch/[A-Za-z0-9/]{10,80}"),
  anyCase(
    "tines-webhook",
    ".tines.com/webhook/",
    "[a-z0-9-]{1,60}\\.tines\\.com/webhook/[a-z0-9]{32}/[a-z0-9]{32}",
  ),

  // Payments.
  prefixed("stripe-key", "sk_ rk_ pk_ whsec_", "\\b(?:sk|rk|pk|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,255}"),
  anyCase(
    "stripe-key",
    "sk_test_ sk_live_ sk_prod_ rk_test_ rk_live_ rk_prod_",
    "[sr]k_(?:test|live|prod)_[A-Za-z0-9]{10,120}",
  ),
  anyCase("stripe-webhook-signing-secret", "whsec_", "whsec_[A-Za-z0-9+/=]{32,64}"),
  anyCase("stripe-payment-intent-client-secret", "_secret_", "pi_[A-Za-z0-9]{24}_secret_[A-Za-z0-9]{25}"),
  prefixed("flutterwave-key", "flwsec flwpub", "FLW(?:SEC|PUB)K(?:_TEST)?-[A-Za-z0-9]{12,40}(?:-X)?"),
  anyCase(
    "plaid-access-token",
    "access-sandbox- access-development- access-production-",
    `access-(?:sandbox|development|production)-${UUID}`,
  ),
  anyCase("razorpay-key-id", "rzp_test_ rzp_live_", "rzp_(?:test|live)_[A-Za-z0-9]{14}"),
  anyCase("gocardless-api-token", "live_", "live_[A-Za-z0-9_=-]{40}"),
  anyCase("duffel-api-token", "duffel_test_ duffel_live_", "duffel_(?:test|live)_[A-Za-z0-9_-]{43}"),
  anyCase("shippo-api-token", "shippo_live_ shippo_test_", "shippo_(?:live|test)_[a-f0-9]{40}"),
  anyCase("shopify-token", "shpss_ shpat_ shpca_ shppa_", "shp(?:ss|at|ca|pa)_[a-f0-9]{32}"),
  prefixed("easypost-api-token", "ezak eztk", "EZ[AT]K[A-Za-z0-9]{54}"),
  assigned("lob-api-key", "lob", "(?:live|test)_(?:pub_)?[a-f0-9]{31,35}"),
  anyCase(
    "braintree-access-token",
    "access_token$",
    "access_token\\$(?:production|sandbox)\\$[a-z0-9]{8,16}\\$[a-f0-9]{28,32}",
  ),
  anyCase("ramp-api-credentials", "ramp_id_ ramp_sec_", "ramp_(?:id|sec)_[A-Za-z0-9]{30,64}"),
  assigned("finicity-api-token", "finicity", "[a-f0-9]{32}|[a-z0-9]{20}"),

  // What watches, stores and searches.
  prefixed("dynatrace-api-token", "dt0c01.", "dt0c01\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{64}"),
  assigned("datadog", "datadog", "[a-z0-9]{40}|[a-f0-9]{32}"),
  prefixed("grafana-api-token", "eyjrijoi", "eyJrIjoi[A-Za-z0-9]{70,400}={0,2}"),
  anyCase("grafana-cloud-api-token", "glc_", "glc_[A-Za-z0-9+/]{32,400}={0,2}"),
  anyCase("grafana-service-account-token", "glsa_", "glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}"),
  prefixed("new-relic-user-api-key", "nrak-", "NRAK-[A-Z0-9]{27}"),
  prefixed("new-relic-browser-api-token", "nrjs-", "NRJS-[a-f0-9]{19}"),
  prefixed("new-relic-insert-key", "nrii-", "NRII-[A-Za-z0-9_-]{32}"),
  assigned("new-relic-user-api-id", "newrelic", "[A-Z0-9]{64}"),
  anyCase("sentry-user-auth-token", "sntrys_", "sntrys_eyJ[A-Za-z0-9+/=_-]{40,400}"),
  anyCase("sentry-user-token", "sntryu_", "sntryu_[a-f0-9]{64}"),
  anyCase("honeycomb-api-key", "hcaik_ hcaic_", "hcai[kc]_[a-z0-9]{26,64}"),
  anyCase("posthog-personal-api-token", "phx_", "phx_[A-Za-z0-9]{40,50}"),
  assigned("sumologic-access-token", "sumo", "[A-Za-z0-9]{64}|su[A-Za-z0-9]{12}"),
  assigned("logzio-shipping-token", "logz", UUID),
  anyCase("rootly-api-token", "rootly_", "rootly_[a-f0-9]{64}"),
  assigned("algolia-api-key", "algolia", "[a-z0-9]{32}"),
  assigned("looker-client-secret", "looker", "[a-z0-9]{20,24}"),
  assigned("confluent-key", "confluent", "[A-Za-z0-9]{64}|[A-Za-z0-9]{16}"),
  anyCase(
    "planetscale-token",
    "pscale_pw_ pscale_tkn_ pscale_oauth_",
    "pscale_(?:pw|tkn|oauth)_[A-Za-z0-9_.=-]{32,64}",
  ),
  anyCase("databricks-api-token", "dapi", "dapi[a-f0-9]{32}(?:-[0-9])?"),
  prefixed("ubidots-token", "bbff-", "BBFF-[A-Za-z0-9]{30}"),
  anyCase("adafruit-io-key", "aio_", "aio_[A-Za-z0-9]{28}"),
  anyCase("pubnub-key", "pub-c- sub-c-", `(?:pub|sub)-c-${UUID}`),
  anyCase("readme-api-token", "rdme_", "rdme_[a-z0-9]{70}"),
  anyCase("maxmind-license-key", "_mmk", "[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk"),
  assigned("etherscan-api-key", "etherscan", "[A-Z0-9]{34}"),
  assigned("moralis-api-key", "moralis", "[A-Za-z0-9]{64}"),
  anyCase("alchemy-api-key", "alcht_", "alcht_[A-Za-z0-9]{30}"),

  // Work.
  prefixed("atlassian-api-token", "atatt3xffgf0", "ATATT3xFfGF0[A-Za-z0-9_=-]{40,250}"),
  assigned("atlassian-token", "atlassian", "[A-Za-z0-9]{24}"),
  anyCase("asana-pat", "1/", "[12]/[0-9]{12,20}(?:/[0-9]{12,20})?:[a-f0-9]{32}"),
  assigned("asana-client-secret", "asana", "[a-z0-9]{32}|[0-9]{16}"),
  anyCase("notion-integration-token", "ntn_", "ntn_[A-Za-z0-9]{40,50}"),
  anyCase("linear-api-token", "lin_api_", "lin_api_[A-Za-z0-9]{40}"),
  assigned("linear-client-secret", "linear", "[a-f0-9]{32}"),
  assigned("airtable-api-key", "airtable", "key[a-z0-9]{14}|pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}|[a-z0-9]{17}"),
  anyCase("figma-personal-access-token", "figd_", "figd_[A-Za-z0-9_-]{40,50}"),
  anyCase("frameio-api-token", "fio-u-", "fio-u-[A-Za-z0-9_=-]{64}"),
  prefixed("postman-api-token", "pmak-", "PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
  anyCase("clickup-personal-token", "pk_", "pk_[0-9]{6,9}_[A-Z0-9]{32}"),
  anyCase("typeform-api-token", "typeform", "tfp_[A-Za-z0-9_.=-]{59}"),
  assigned("trello-access-token", "trello", "[A-Za-z0-9]{32}"),
  assigned("cisco-meraki-api-key", "meraki", "[a-f0-9]{40}"),
  anyCase("hubspot-private-app-token", "pat-na1- pat-eu1-", `pat-(?:na|eu)1-${UUID}`),
  assigned("hubspot-api-token", "hubspot", UUID),
  prefixed("contentful-personal-access-token", "cfpat-", "CFPAT-[A-Za-z0-9_-]{43}"),
  assigned("contentful-delivery-api-token", "contentful", "[A-Za-z0-9_=-]{43}"),
  assigned("sendbird-access-token", "sendbird", `[a-f0-9]{40}|${UUID}`),
  anyCase("settlemint-tokens", "sm_pat_ sm_aat_ sm_sat_", "sm_(?:pat|aat|sat)_[A-Za-z0-9]{16}"),
  anyCase(
    "trufflehog-enterprise-credentials",
    "thog-key- thog-secret-",
    "thog-(?:key|secret)-[a-f0-9]{16,64}",
  ),
  anyCase("intra42-api-credentials", "-s4t2ud- -s4t2af-", "[us]-s4t2(?:ud|af)-[a-f0-9]{64}"),
  prefixed("nightfall-api-key", "nf-", "NF-[A-Za-z0-9]{32}"),

  // Social networks and media.
  assigned("facebook-token", "facebook", "[a-f0-9]{32}"),
  assigned("twitter-token", "twitter", "[A-Za-z0-9]{35,50}"),
  assigned("linkedin-client", "linkedin", "[A-Za-z0-9]{16}|[a-z0-9]{14}"),
  assigned("twitch-api-token", "twitch", "[a-z0-9]{30}"),
  assigned("adobe-client-id", "adobe", "[a-f0-9]{32}"),
  anyCase("adobe-client-secret", "p8e-", "p8e-[a-z0-9]{32}"),
  anyCase(
    "cloudinary-url",
    "cloudinary://",
    "cloudinary://[0-9]{10,20}:[A-Za-z0-9_-]{20,40}@[a-z0-9-]{1,60}",
  ),
  prefixed("mapbox-api-token", "pk.", "pk\\.[a-z0-9]{60}\\.[a-z0-9]{22}"),
  prefixed("mapbox-secret-key", "sk.", "sk\\.[A-Za-z0-9]{60,100}\\.[A-Za-z0-9_-]{22}"),
  assigned("beamer-api-token", "beamer", "b_[a-z0-9_=-]{44}"),
  assigned(
    "dropbox-api-token",
    "dropbox",
    "sl\\.[A-Za-z0-9_=-]{130,160}|[a-z0-9]{11}AAAAAAAAAA[a-z0-9_=-]{43}|[a-z0-9]{15}",
  ),
  assigned("ionic-api-token", "ionic", "ion_[a-z0-9]{42}"),

  // Secrets that keep secrets, identities, networks.
  prefixed("vault-token", "hvs. hvb. hvr.", "hv[sbr]\\.[A-Za-z0-9_-]{24,300}"),
  prefixed("1password-service-account-token", "ops_eyj", "ops_eyJ[A-Za-z0-9+/=_-]{200,2000}"),
  prefixed(
    "1password-secret-key",
    "a3-",
    "A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}",
  ),
  prefixed(
    "age-secret-key",
    "age-secret-key-1",
    "AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}",
    isAgeKey,
  ),
  anyCase(
    "doppler-token",
    "dp.pt. dp.st. dp.ct. dp.scim. dp.audit. dp.sa.",
    "dp\\.(?:pt|st|ct|scim|audit|sa)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}",
  ),
  // `eyJrIjoi` is `{"k":"`: how the keys of Grafana begin, and no header does.
  prefixed(
    "jwt",
    "eyj",
    "(?<![A-Za-z0-9_-])eyJ(?!rIjoi)[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*",
  ),
  prefixed(
    "jwt",
    ".eyj",
    "eyJ[A-Za-z0-9_-]{5,1000}\\.eyJ[A-Za-z0-9_-]{5,20000}\\.[A-Za-z0-9_-]{10,2000}",
    isJwt,
  ),
  assigned("okta-access-token", "okta", "00[A-Za-z0-9_=-]{40}"),
  anyCase(
    "authress-service-client-access-key",
    "sc_ ext_ scauth_ authress_",
    "(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\\.[a-z0-9]{4,6}\\.acc[_-][a-z0-9-]{10,32}\\.[a-z0-9+/_=-]{30,120}",
  ),
  assigned("launchdarkly-access-token", "launchdarkly", "[A-Za-z0-9_=-]{40}"),
  anyCase("launchdarkly-sdk-key", "sdk-", `sdk-${UUID}`),
  anyCase(
    "tailscale-key",
    "tskey-auth- tskey-api-",
    "tskey-(?:auth|api)-[A-Za-z0-9]{10,20}-[A-Za-z0-9]{30,64}",
  ),
  assigned("ngrok-auth-token", "ngrok", "[A-Za-z0-9]{20,30}_[A-Za-z0-9]{20,30}|[A-Za-z0-9_]{49}"),
  anyCase("defined-networking-api-token", "dnkey-", "dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}"),

  // Passwords in addresses.
  connection("mongodb-connection-string", "mongodb(?:\\+srv)?", "mongodb:// mongodb+srv://"),
  connection("postgres-connection-string", "postgres(?:ql)?", "postgres:// postgresql://"),
  connection("mysql-connection-string", "mysql", "mysql://"),
  connection("redis-connection-string", "rediss?", "redis:// rediss://"),
  connection("amqp-connection-string", "amqps?", "amqp:// amqps://"),
  anyCase(
    "sidekiq-sensitive-url",
    "contribsys.com",
    "https?://(?<secret>[a-f0-9]{8}:[a-f0-9]{8})@(?:gems|enterprise)\\.contribsys\\.com",
  ),
  {
    kind: "userinfo",
    keywords: ["://"],
    pattern: new RegExp(`://(?<whole>(?:${USER_INFO}{0,512}:)?(?<secret>(?:${USER_INFO}|:){1,512}))@`, "dgi"),
    // A user without a password, such as `git`; behind a colon is a password, whatever it looks like.
    shows: (secret, whole) => (whole.includes(":") ? isPlaceholder(secret) : isPlain(whole, false)),
  },

  // What headers, variables, properties and options call a secret.
  {
    kind: "authorization",
    keywords: ["authorization", "bearer"],
    pattern: new RegExp(
      `\\b(?:authorization[ \\t]{0,8}[:=][ \\t]{0,8}[a-z]{1,20}|bearer)[ \\t]{1,8}(?<secret>${VALUE}{8,4096})`,
      "dgi",
    ),
    shows: (secret) => isPlain(secret, false),
  },
  {
    kind: "named",
    keywords: SECRET_NAME_WORDS,
    pattern: new RegExp(
      `${SECRET_NAME}(?:_[A-Za-z0-9]{1,24}){0,2}\\\\{0,3}["']?[ \\t]{0,8}(?:=>|[:=])[ \\t]{0,8}\\\\{0,3}["']?` +
        `(?<secret>${VALUE}{3,4096})`,
      "dgi",
    ),
  },
  {
    kind: "named",
    keywords: SECRET_NAME_WORDS,
    pattern: new RegExp(
      `(?:^|\\s)--?(?:[a-z]{1,24}-){0,3}${SECRET_NAME}[ \\t]{1,8}["']?(?<secret>${VALUE}{3,4096})`,
      "dgi",
    ),
  },

  // Encoded text without a break is read by no person, and may be a key.
  prefixed("long-token", "", "(?<![A-Za-z0-9+=_-])[A-Za-z0-9+=_-]{256,}"),
];
