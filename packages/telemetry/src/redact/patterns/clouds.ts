import { inAnyCase, token, tokenAround, within, type Pattern } from '../pattern.js';

const AWS_IDS = ['AKIA', 'ASIA', 'ABIA', 'ACCA'];

/** Keys of clouds, hosts and what keeps their secrets. */
export const CLOUDS: readonly Pattern[] = [
  token('aws-key-id', AWS_IDS, /[A-Z0-9]{16}(?![A-Za-z0-9])/y),
  // Listings give the secret key beside its id.
  within(
    'aws-secret-key',
    AWS_IDS,
    /[A-Z0-9]{16}["']?[,:; \t]{1,4}["']?([A-Za-z0-9+/]{40})(?![\w+=-])/dy,
  ),
  token('aws-key', ['amzn.mws.'], /[\da-f-]{36}/y),
  token('google-token', ['ya29.'], /[\w-]{20,}/y),
  token('google-token', ['1//0'], /[\w-]{30,}/y),
  token('google-code', ['4/0A'], /[\w-]{30,}/y),
  token('google-secret', ['GOCSPX-'], /[\w-]{20,}/y),
  tokenAround('firebase-key', [':APA91b'], 11, /[\w-]{11}:APA91b[\w-]{60,}/y),
  tokenAround('azure-secret', ['Q~'], 4, /[\w~.-]{3}\dQ~[\w~.-]{31,}/y),
  tokenAround(
    'azure-devops-token',
    ['AZDO'],
    76,
    /[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/y,
  ),
  token('alibaba-key', ['LTAI'], /[A-Za-z0-9]{12,30}(?![\w+=-])/y),
  token('tencent-key', ['AKID'], /[A-Za-z0-9]{32}(?![\w+=-])/y),
  token('yandex-key', ['AQVN'], /[\w-]{35,38}(?![\w+=-])/y),
  token('yandex-token', ['y0_'], /[\w-]{40,}/y),
  token('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], /[\da-f]{40,}/y),
  token('cloudflare-token', ['cfut_', 'cfat_', 'cfk_'], /[\w-]{30,}/y),
  token('cloudflare-key', ['v1.0-'], /[\da-f]{24}-[\da-f]{100,}/y),
  token('heroku-key', ['HRKU-'], /[\w-]{30,}/y),
  token('vercel-token', ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], /[A-Za-z0-9]{20,}/y),
  token('vercel-token', ['vercel_blob_rw_'], /\w{20,}/y),
  token('netlify-token', ['nfp_', 'nfc_', 'nfo_', 'nfu_', 'nfb_'], /[A-Za-z0-9]{30,}/y),
  token('supabase-key', ['sbp_', 'sb_secret_'], /[\w-]{20,}/y),
  token('fly-token', ['fm1r_', 'fm1a_', 'fm2_', 'fo1_'], /[\w+/=-]{20,}/y),
  token('render-key', ['rnd_'], /[A-Za-z0-9]{24,}/y),
  token('neon-key', ['napi_', 'npg_'], /[A-Za-z0-9]{12,}/y),
  token(
    'planetscale-token',
    ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'],
    /[\w=-]{20,}(?:\.[\w=-]+)*/y,
  ),
  token('databricks-token', ['dapi', 'dkea', 'dose'], /[\da-f]{32}(?:-\d{1,2})?(?!\w)/y),
  token('vault-token', ['hvs.', 'hvb.', 'hvr.'], /[\w-]{20,}/y),
  tokenAround('terraform-token', ['.atlasv1.'], 14, /[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{50,}/y),
  token('pulumi-token', ['pul-'], /[\da-f]{40}/y),
  token(
    'doppler-token',
    ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    /(?:[a-z0-9_-]{1,35}\.)?[A-Za-z0-9]{30,}/y,
  ),
  token('onepassword-token', ['ops_eyJ'], /[\w+/=-]{40,}/y),
  token(
    'onepassword-key',
    ['A3-'],
    /[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/y,
  ),
  token('tailscale-key', ['tskey-'], /[\w-]{16,}/y),
  token('age-key', ['AGE-SECRET-KEY-', ...inAnyCase('age-secret-key-')], /1[A-Za-z0-9]{50,}/y),
  token('private-key', ['LS0tLS1CRUdJTi'], /(?!BDRVJU|BQVUJMSUM)[A-Za-z0-9+/=]{40,}/y),
];
