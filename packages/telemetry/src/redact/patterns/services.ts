import { token, tokenAround, type Pattern } from '../pattern.js';

const CHAT: readonly Pattern[] = [
  token(
    'slack-token',
    ['xoxa-', 'xoxb-', 'xoxc-', 'xoxd-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-'],
    /[A-Za-z0-9][\w%-]{9,}/y,
  ),
  token('slack-token', ['xapp-', 'xwfp-', 'xoxe.xoxp-', 'xoxe.xoxb-'], /[\w-]{16,}/y),
  // A bot's number in base64, a time, a signature.
  token(
    'discord-token',
    ['MT', 'MD', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT'],
    /[\w-]{21,26}\.[\w-]{6}\.[\w-]{25,}/y,
  ),
  token('discord-token', ['mfa.'], /[\w-]{80,}/y),
  // The number before the colon is public.
  tokenAround('telegram-token', [':AA'], -1, /(?<=(?<!\d)\d{8,10}:)AA[\w-]{30,}/y),
  token('matrix-token', ['syt_'], /[A-Za-z0-9+/=]{1,200}_[A-Za-z]{20}_[A-Za-z0-9]{6}/y),
];

const PAYMENT: readonly Pattern[] = [
  token(
    'stripe-key',
    ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_prod_'],
    /[A-Za-z0-9]{16,}/y,
  ),
  token('webhook-secret', ['whsec_'], /[A-Za-z0-9+/=]{16,}/y),
  token('square-token', ['sq0atp-', 'sq0csp-', 'sq0idp-'], /[\w-]{22,}/y),
  token('square-token', ['EAAA'], /[\w-]{60}(?![\w+=-])/y),
  token('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shptka_'], /[\dA-Fa-f]{32}/y),
  token('braintree-token', ['access_token$'], /(?:production|sandbox)\$[a-z0-9]{16}\$[\da-f]{32}/y),
  token('plaid-token', ['access-'], /(?:sandbox|development|production)-[\da-f-]{36}/y),
  token('flutterwave-key', ['FLWSECK'], /[_-](?:TEST-)?[\w-]{20,}/y),
  token('paddle-key', ['pdl_live_apikey_', 'pdl_sdbx_apikey_'], /\w{20,}/y),
  token('easypost-key', ['EZAK', 'EZTK'], /[A-Za-z0-9]{50,}/y),
  token('shippo-token', ['shippo_live_', 'shippo_test_'], /[\da-f]{30,}/y),
  token('duffel-token', ['duffel_live_', 'duffel_test_'], /[\w-]{30,}/y),
  token('adyen-key', ['AQE'], /[\w+/=-]{60,200}\*[^\s"'`\\<>]{8,}/y),
];

const MAIL: readonly Pattern[] = [
  token('sendgrid-key', ['SG.'], /[\w-]{16,32}\.[\w-]{16,}/y),
  token('mailgun-key', ['key-'], /[\da-f]{32}(?!\w)/y),
  tokenAround('mailgun-key', ['-'], 32, /[\da-f]{32}-[\da-f]{8}-[\da-f]{8}(?!\w)/y),
  tokenAround('mailchimp-key', ['-us'], 32, /[\da-f]{32}-us\d{1,2}(?!\w)/y),
  token('brevo-key', ['xkeysib-', 'xsmtpsib-'], /[\w-]{30,}/y),
  token('resend-key', ['re_'], /[A-Za-z0-9]{6,12}_[A-Za-z0-9]{16,}/y),
  token('mailersend-key', ['mlsn.'], /[\da-f]{50,}/y),
  token('mandrill-key', ['md-'], /(?=[A-Za-z]{0,21}\d)[A-Za-z0-9]{22}(?![\w-])/y),
];

const WORK: readonly Pattern[] = [
  token('jwt', ['eyJ'], /[\w-]{6,}\.[\w-]{6,}\.[\w-]*(?:\.[\w-]+){0,2}/y),
  token('linear-key', ['lin_api_', 'lin_oauth_', 'lin_wh_'], /[A-Za-z0-9]{30,}/y),
  token('notion-token', ['secret_'], /[A-Za-z0-9]{43}(?!\w)/y),
  token('notion-token', ['ntn_'], /[A-Za-z0-9]{30,}/y),
  token('figma-token', ['figd_', 'figo_', 'figu_', 'figoh_', 'figor_'], /[\w-]{30,}/y),
  token('airtable-token', ['pat'], /[A-Za-z0-9]{14}\.[\da-f]{64}/y),
  token('hubspot-token', ['pat-na1-', 'pat-na2-', 'pat-eu1-', 'pat-ap1-'], /[\dA-Fa-f-]{36}/y),
  token('asana-token', ['asana_pat_'], /\w{20,}/y),
  token('clickup-token', ['pk_'], /\d{6,10}_[A-Z0-9]{32}/y),
  token('typeform-token', ['tfp_'], /[\w-]{20,}(?:\.[\w-]+)*/y),
  token('contentful-token', ['CFPAT-'], /[\w-]{40,}/y),
  token('dropbox-token', ['sl.'], /(?:u\.|B)[\w-]{100,}/y),
  token('facebook-token', ['EAA'], /[A-Za-z0-9]{80,250}(?![\w+=-])/y),
  token('instagram-token', ['IGQV', 'IGAA'], /[\w-]{60,}/y),
  token(
    'twitter-token',
    ['AAAAAAAAAAAAAAAAAAAAA'],
    /(?=[A-Za-z%]{0,60}\d)[A-Za-z0-9%]{40,200}(?![\w+=-])/y,
  ),
  token('salesforce-token', ['00D'], /[A-Za-z0-9]{12,15}![\w.]{80,}/y),
  token('adobe-secret', ['p8e-', 's-p8s'], /[\w-]{30,}/y),
  token('mapbox-token', ['sk.eyJ'], /[\w-]{20,}\.[\w-]{16,}/y),
  token('zapier-key', ['zpka_'], /\w{30,}/y),
  token(
    'ory-token',
    ['ory_pat_', 'ory_at_', 'ory_rt_', 'ory_ac_', 'ory_st_'],
    /[\w-]{20,}(?:\.[\w-]+)*/y,
  ),
  token('stytch-secret', ['secret-live-', 'secret-test-'], /[\w=-]{20,}/y),
];

const WATCHING: readonly Pattern[] = [
  token('grafana-token', ['glsa_'], /[A-Za-z0-9]{32}_[\dA-Fa-f]{8}/y),
  token('grafana-token', ['glc_eyJ', 'eyJrIjoi'], /[\w+/=-]{30,}/y),
  token(
    'newrelic-key',
    ['NRAK-', 'NRJS-', 'NRII-', 'NRIQ-', 'NRRA-', 'NRBR-', 'NRAA-'],
    /[\w-]{18,}/y,
  ),
  tokenAround(
    'newrelic-key',
    ['NRAL'],
    36,
    /(?:[a-z]{2}\d\dxx)?[\da-fA-F]{30,36}NRAL(?![A-Za-z0-9])/y,
  ),
  token('sentry-token', ['sntrys_', 'sntryu_', 'sntryi_'], /[\w+/=-]{40,}/y),
  token(
    'dynatrace-token',
    ['dt0c01.', 'dt0s01.', 'dt0s02.', 'dt0s16.'],
    /[A-Z0-9]{8,24}(?:\.[A-Z0-9]{40,})?/y,
  ),
  token('datadog-key', ['ddapp_', 'ddpat_'], /[A-Za-z0-9]{30,}/y),
  token('posthog-key', ['phx_', 'phs_'], /[A-Za-z0-9]{30,}/y),
  token('honeycomb-key', ['hcaik_', 'hcbik_', 'hcxik_', 'hcamk_', 'hcalk_'], /\w{30,}/y),
  token('twilio-key', ['SK'], /[\da-f]{32}(?!\w)/y),
];

/** Tokens of services for chat, payment, mail, work and watching. */
export const SERVICES: readonly Pattern[] = [...CHAT, ...PAYMENT, ...MAIL, ...WORK, ...WATCHING];
