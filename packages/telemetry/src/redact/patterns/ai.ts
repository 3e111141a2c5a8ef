import { token, type Pattern } from '../pattern.js';

/** Keys of model vendors and of what is built around models. */
export const AI: readonly Pattern[] = [
  token('anthropic-key', ['sk-ant-'], /[\w-]{16,}/y),
  token('openai-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], /[\w-]{16,}/y),
  token('openrouter-key', ['sk-or-'], /[\w-]{16,}/y),
  token('langfuse-key', ['sk-lf-'], /[\w-]{16,}/y),
  // Names of styles begin like this as well: somewhere there are sixteen letters and digits.
  token(
    'api-key',
    ['sk-'],
    /(?!ant-|proj-|or-|svcacct-|admin-|None-|lf-|helicone-)(?:[A-Za-z0-9]{1,15}[-_]){0,4}(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{16,}[\w-]*/y,
  ),
  token('elevenlabs-key', ['sk_'], /[\da-f]{40,}/y),
  token('google-key', ['AIza'], /[\w-]{30,}/y),
  token('google-key', ['AQ.Ab'], /[\w-]{30,}/y),
  token('groq-key', ['gsk_'], /[A-Za-z0-9]{20,}/y),
  token('xai-key', ['xai-'], /[A-Za-z0-9]{20,}/y),
  token('huggingface-token', ['hf_', 'api_org_'], /[A-Za-z0-9]{20,}/y),
  token('replicate-token', ['r8_'], /[A-Za-z0-9]{20,}/y),
  token('perplexity-key', ['pplx-'], /[A-Za-z0-9]{20,}/y),
  token('fireworks-key', ['fw_'], /[A-Za-z0-9]{20,}/y),
  token('nvidia-key', ['nvapi-'], /[\w-]{20,}/y),
  token('cerebras-key', ['csk-'], /[A-Za-z0-9]{20,}/y),
  token('pinecone-key', ['pcsk_'], /\w{20,}/y),
  token('jina-key', ['jina_'], /\w{20,}/y),
  token('voyage-key', ['pa-'], /(?=[a-z\d_-]{0,40}[A-Z])(?=[A-Za-z_-]{0,40}\d)[\w-]{36,}/y),
  token('tavily-key', ['tvly-'], /[\w-]{16,}/y),
  token('firecrawl-key', ['fc-'], /[\da-f]{32,}/y),
  token('e2b-key', ['e2b_'], /[\da-f]{20,}/y),
  token('langsmith-key', ['lsv2_', 'ls__'], /\w{24,}/y),
  token('wandb-key', ['wandb_v1_'], /\w{20,}/y),
  token('mem0-key', ['m0-'], /[A-Za-z0-9]{30,}/y),
  token('apify-token', ['apify_api_'], /[A-Za-z0-9]{20,}/y),
  token('cursor-key', ['key_'], /[\da-f]{64}(?!\w)/y),
  token(
    'modal-token',
    ['as-'],
    /(?=[A-Za-z]{0,21}\d)(?=[a-z\d]{0,21}[A-Z])[A-Za-z0-9]{22}(?![\w-])/y,
  ),
  token('helicone-key', ['sk-helicone-'], /[\w-]{16,}/y),
  token('bedrock-key', ['ABSK', 'bedrock-api-key-'], /[A-Za-z0-9+/=]{40,}/y),
];
