import type { Random } from './random.js';

/**
 * Credentials that say themselves what they are, by the kind that is put in their place: each way
 * in which one begins, and what follows. A dot within a beginning is taken out, so that no file
 * holds one; `{h32}` stands for 32 characters of hex, see `FILLS`.
 */
export const ISSUED: Readonly<Record<string, readonly string[]>> = {
  // Models, and what is built around them
  'anthropic-key': ['sk·-ant-api03-{b95}', 'sk·-ant-oat01-{b24}'],
  'openai-key': ['sk·-proj-{b48}', 'sk·-svcacct-{b48}', 'sk·-admin-{b48}', 'sk·-None-{b48}'],
  'openrouter-key': ['sk·-or-v1-{h64}'],
  'langfuse-key': ['sk·-lf-{uuid}'],
  'helicone-key': ['sk·-helicone-{l7}-{l7}-{l7}-{l7}'],
  'api-key': [
    'sk·-{a48}',
    'sk·-{h32}',
    'sk·-a1b2-team-{a32}',
    'sk·-one_two-{a20}_x-y',
    'sk·-{a16}-{a8}_{a4}',
  ],
  'elevenlabs-key': ['sk·_{h48}'],
  'groq-key': ['gs·k_{a52}'],
  'xai-key': ['xa·i-{a80}'],
  'huggingface-token': ['h·f_{a34}', 'api·_org_{a34}'],
  'replicate-token': ['r·8_{a37}'],
  'perplexity-key': ['pp·lx-{a48}'],
  'fireworks-key': ['f·w_{a24}'],
  'nvidia-key': ['nv·api-{b64}'],
  'cerebras-key': ['cs·k-{a48}'],
  'pinecone-key': ['pc·sk_{a6}_{a56}'],
  'jina-key': ['ji·na_{a50}'],
  'voyage-key': ['p·a-{a43}', 'p·a-{l12}_{u12}-{b12}'],
  'tavily-key': ['tv·ly-{a32}', 'tv·ly-dev-{a32}'],
  'firecrawl-key': ['f·c-{h32}'],
  'e2b-key': ['e2·b_{h40}'],
  'langsmith-key': ['ls·v2_pt_{h32}_{h10}', 'ls·__{h32}'],
  'wandb-key': ['wa·ndb_v1_{a20}_{a60}'],
  'mem0-key': ['m·0-{a40}'],
  'apify-token': ['ap·ify_api_{a36}'],
  'cursor-key': ['ke·y_{h64}'],
  'modal-token': ['a·s-{a22}', 'a·s-{l8}{a14}'],
  'bedrock-key': ['AB·SK{s128}', 'bed·rock-api-key-{s200}'],

  // Clouds and hosts
  'aws-key-id': ['AK·IA{u16}', 'AS·IA{u16}', 'AB·IA{u16}', 'AC·CA{u16}'],
  'aws-key': ['am·zn.mws.{uuid}'],
  'google-key': ['AI·za{b35}', 'AQ·.Ab{b44}'],
  'google-token': ['ya·29.{b120}', '1·//0{b60}'],
  'google-code': ['4·/0A{b60}'],
  'google-secret': ['GOC·SPX-{b28}'],
  'firebase-key': ['{a11}:AP·A91b{b134}'],
  'azure-secret': ['{a3}8Q·~{b34}'],
  'azure-devops-token': ['{a76}AZ·DO{a4}'],
  'alibaba-key': ['LT·AI{a20}'],
  'tencent-key': ['AK·ID{a32}'],
  'yandex-key': ['AQ·VN{a36}'],
  'yandex-token': ['y·0_{b54}'],
  'digitalocean-token': ['do·p_v1_{h64}', 'do·o_v1_{h64}', 'do·r_v1_{h64}'],
  'cloudflare-token': ['cf·ut_{b40}', 'cf·at_{b40}', 'cf·k_{b40}'],
  'cloudflare-key': ['v·1.0-{h24}-{h146}'],
  'heroku-key': ['HR·KU-AA{b58}'],
  'vercel-token': ['p', 'i', 'a', 'r', 'k']
    .map((use) => `vc·${use}_{a56}`)
    .concat('ver·cel_blob_rw_{a16}_{a30}'),
  'netlify-token': ['p', 'c', 'o', 'u', 'b'].map((use) => `nf·${use}_{a36}`),
  'supabase-key': ['sb·p_{h40}', 'sb·_secret_{b31}'],
  'fly-token': ['fm·1r_{s80}', 'fm·1a_{s80}', 'fm·2_{s80}', 'fo·1_{b43}'],
  'render-key': ['rn·d_{a28}'],
  'neon-key': ['na·pi_{l64}', 'np·g_{a12}'],
  'planetscale-token': ['ps·cale_tkn_{b43}', 'ps·cale_pw_{b43}', 'ps·cale_oauth_{b32}.{b20}'],
  'databricks-token': ['da·pi{h32}', 'dk·ea{h32}-2', 'da·pi{h32}-12', 'do·se{h32}'],
  'vault-token': ['hv·s.{b90}', 'hv·b.{b90}', 'hv·r.{b90}'],
  'terraform-token': ['{a14}.at·lasv1.{b67}'],
  'pulumi-token': ['pu·l-{h40}'],
  'doppler-token': [
    ...['pt', 'ct', 'sa', 'scim', 'audit'].map((use) => `dp·.${use}.{a43}`),
    'dp·.st.dev-2_a.{a43}',
  ],
  'onepassword-token': ['ops·_eyJ{s200}'],
  'onepassword-key': ['A·3-{u6}-{u11}-{u5}-{u5}-{u5}', 'A·3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5}'],
  'tailscale-key': ['ts·key-auth-{a17}-{a32}'],
  'age-key': ['AGE·-SECRET-KEY-1{u58}', 'age·-secret-key-1{l58}'],
  'private-key': ['LS0t·LS1CRUdJTi{s120}'],

  // Code, packages, builds
  'github-token': ['p', 'o', 'u', 's', 'r']
    .map((use) => `gh·${use}_{a36}`)
    .concat('git·hub_pat_{a22}_{a59}'),
  'gitlab-token': [
    ...['pat', 'dt', 'rt', 'rtr', 'cbt', 'ptt', 'ft', 'imt', 'agent'],
    ...['oas', 'soat', 'ffct', 'wt'],
  ]
    .map((use) => `gl·${use}-{b20}`)
    .concat('GR13·48941{b20}', 'gl·pat-{b27}.01.{a9}'),
  'atlassian-token': ['ATA·TT3xFfGF0{b170}={u8}', 'ATC·TT3xFfGN0{b170}', 'ATS·TT3xFfGN0{b170}'],
  'bitbucket-token': ['AT·BB{a32}'],
  'trello-token': ['AT·TA{h72}'],
  'npm-token': ['np·m_{a36}'],
  'pypi-token': ['py·pi-AgEIcHlwaS5vcmc{b150}', 'py·pi-AgN0ZXN0LnB5cGku{b150}'],
  'rubygems-key': ['ruby·gems_{h48}'],
  'crates-token': ['ci·o{a32}'],
  'nuget-key': ['oy·2{l43}'],
  'docker-token': ['dckr·_pat_{b27}', 'dckr·_oat_{b32}'],
  'artifactory-key': ['AK·Cp{a69}'],
  'artifactory-token': ['cmVm·dGtuO{a55}'],
  'clojars-token': ['CLO·JARS_{h60}'],
  'packagist-token': ['pack·agist_{a10}_{a58}'],
  'jsr-token': ['js·rp_{a36}', 'js·rd_{a36}'],
  'buildkite-token': ['ua', 'ct', 'pt', 'aj', 'cq'].map((use) => `bk·${use}_{a40}`),
  'circleci-token': ['CCI·PAT_{a22}_{h40}', 'CCI·PRJ_{a22}_{h40}'],
  'sonar-token': ['sq·p_{h40}', 'sq·u_{h40}', 'sq·a_{h40}'],
  'sourcegraph-token': ['sg·p_{h16}_{h40}'],
  'snyk-token': ['snyk·_uat.{h8}.{b80}', 'snyk·_sat.{h8}.{b80}'],
  'postman-key': ['PM·AK-{h24}-{h34}'],
  'postman-token': ['PM·AT-{u26}'],
  'launchdarkly-key': ['sd·k-{uuid}'],
  'prefect-key': ['pn·u_{a36}', 'pn·b_{a36}'],
  'readme-key': ['rd·me_{l70}'],

  // Chat, payment, mail
  'slack-token': ['a', 'b', 'c', 'd', 'e', 'o', 'p', 'r', 's']
    .map((use) => `xox·${use}-{d12}-{d13}-{a24}`)
    .concat('xa·pp-1-A{u10}-{d13}-{h64}', 'xw·fp-{d12}-{a24}')
    .concat('xox·e.xoxp-1-{b146}', 'xox·e.xoxb-1-{b146}', 'xox·d-{a40}%2B{a20}'),
  'discord-token': ['MT', 'MD', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT']
    .map((digits) => `${digits}·{a22}.G{a5}.{b38}`)
    .concat('mf·a.{b84}'),
  'matrix-token': ['sy·t_{l12}_{letters20}_{a6}'],
  'stripe-key': ['sk·_live_', 'sk·_test_', 'rk·_live_', 'rk·_test_', 'sk·_prod_'].map(
    (use) => `${use}{a99}`,
  ),
  'webhook-secret': ['wh·sec_{s32}'],
  'square-token': ['sq0·atp-{b22}', 'sq0·csp-{b43}', 'sq0·idp-{b22}', 'EA·AA{b60}'],
  'shopify-token': ['at', 'ca', 'pa', 'ss', 'tka'].map((use) => `shp·${use}_{h32}`),
  'braintree-token': ['access_·token$production${l16}${h32}', 'access_·token$sandbox${l16}${h32}'],
  'plaid-token': ['sandbox', 'development', 'production'].map((use) => `acc·ess-${use}-{uuid}`),
  'flutterwave-key': ['FLW·SECK_TEST-{a32}-X', 'FLW·SECK-{h32}-X'],
  'paddle-key': ['pdl·_live_apikey_{l26}_{a22}_{a3}', 'pdl·_sdbx_apikey_{l26}_{a22}_{a3}'],
  'easypost-key': ['EZ·AK{a54}', 'EZ·TK{a54}'],
  'shippo-token': ['shippo·_live_{h40}', 'shippo·_test_{h40}'],
  'duffel-token': ['duffel·_live_{b43}', 'duffel·_test_{b43}'],
  'adyen-key': ['AQ·E{s80}-{s40}*{b12}^(.!'],
  'sendgrid-key': ['S·G.{b22}.{b43}'],
  'mailgun-key': ['ke·y-{h32}', '{h32}-{h8}-{h8}'],
  'mailchimp-key': ['{h32}-u·s12', '{h32}-u·s4'],
  'brevo-key': ['xkey·sib-{h64}-{a16}', 'xsmtp·sib-{h64}-{a16}'],
  'resend-key': ['r·e_{a8}_{a24}'],
  'mailersend-key': ['ml·sn.{h64}'],
  'mandrill-key': ['m·d-{a22}'],

  // Work and watching
  // Signed, not signed, encrypted.
  jwt: ['ey·J{a34}.eyJ{a80}.{b43}', 'ey·J{a34}.eyJ{a80}.', 'ey·J{a34}.{b200}.{b16}.{b60}.{b22}'],
  'linear-key': ['lin·_api_{a40}', 'lin·_oauth_{a64}', 'lin·_wh_{a40}'],
  'notion-token': ['sec·ret_{a43}', 'nt·n_{a46}'],
  'figma-token': ['d', 'o', 'u', 'oh', 'or'].map((use) => `fi·g${use}_{b40}`),
  'airtable-token': ['pa·t{a14}.{h64}'],
  'hubspot-token': ['na1', 'na2', 'eu1', 'ap1'].map((where) => `pa·t-${where}-{uuid}`),
  'asana-token': ['as·ana_pat_{d20}'],
  'clickup-token': ['p·k_{d8}_{u32}'],
  'typeform-token': ['tf·p_{b44}_{b14}', 'tf·p_{b44}.{b14}'],
  'contentful-token': ['CF·PAT-{b43}'],
  'dropbox-token': ['s·l.B{b130}', 's·l.u.{b130}'],
  'facebook-token': ['EA·A{a150}'],
  'instagram-token': ['IG·QV{b120}', 'IG·AA{b120}'],
  'twitter-token': [`${'A'.repeat(20)}·A{a60}%2B{a20}`],
  'salesforce-token': ['00·D{a12}!{a50}.{a40}'],
  'adobe-secret': ['p8·e-{b32}', 's-·p8s{b32}'],
  'mapbox-token': ['s·k.eyJ{a60}.{b22}'],
  'zapier-key': ['zp·ka_{a40}'],
  'ory-token': ['pat', 'at', 'rt', 'ac', 'st']
    .map((use) => `ory·_${use}_{b43}.{b43}`)
    .concat('ory·_st_{a32}'),
  'stytch-secret': ['sec·ret-live-{b35}=', 'sec·ret-test-{b35}='],
  'grafana-token': ['gl·sa_{a32}_{h8}', 'gl·c_eyJ{s120}', 'ey·JrIjoi{s80}'],
  'newrelic-key': [
    ...['AK', 'JS', 'II', 'IQ', 'RA', 'BR', 'AA'].map((use) => `NR·${use}-{u27}`),
    '{h36}NR·AL',
    'eu01xx{h30}NR·AL',
  ],
  'sentry-token': ['snt·rys_eyJ{s100}', 'snt·ryu_{h64}', 'snt·ryi_{h64}'],
  'dynatrace-token': ['c01', 's01', 's02', 's16']
    .map((use) => `dt0·${use}.{u24}.{u64}`)
    .concat('dt0·c01.{u24}'),
  'datadog-key': ['dd·app_{a34}', 'dd·pat_{a34}'],
  'posthog-key': ['ph·x_{a43}', 'ph·s_{a43}'],
  'honeycomb-key': ['aik', 'bik', 'xik', 'amk', 'alk'].map((use) => `hc·${use}_{l58}`),
  'twilio-key': ['S·K{h32}'],
};

const FILLS: Readonly<Record<string, keyof Random>> = {
  ...{ a: 'alnum', b: 'base64url', d: 'digits', h: 'hex', l: 'lower', s: 'base64', u: 'upper' },
};

/** A credential of that form. */
export function issued(form: string, random: Random): string {
  const fill = (_: string, of: string, length: string): string => {
    if (of === 'letters') return random.of('abcdefghijklmnopqrstuvwxyz', Number(length));
    const make = random[FILLS[of]!] as (length: number) => string;
    return make(Number(length));
  };
  return form
    .replaceAll('·', '')
    .replaceAll('{uuid}', '{h8}-{h4}-{h4}-{h4}-{h12}')
    .replaceAll(/\{([a-z]+)(\d+)\}/g, fill);
}
