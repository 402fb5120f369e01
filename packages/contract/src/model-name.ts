/** Providers and platforms. They are not part of a model's name. */
const providers = new Set(
  `anthropic openai google gemini vertex vertex_ai bedrock converse invoke amazon aws azure azure_ai openrouter github
  github_copilot copilot models publishers accounts fireworks fireworks_ai together_ai groq mistral mistralai meta meta-llama
  deepseek deepseek-ai moonshot moonshotai minimax x-ai xai qwen dashscope zai z-ai zai-org litellm litellm_proxy`.split(
    /\s+/,
  ),
)
/** The region and vendor prefix of Amazon Bedrock: `us.anthropic.claude-…`. */
const amazonPrefix =
  /^(?:(?:us|us-gov|eu|apac|jp|au|ca|global)\.)?(?:anthropic|amazon|meta|mistral|cohere|qwen|openai)\./
const maxParts = 8

/** Values that people choose in place of a model. No model has such a name. */
export const modelChoices: ReadonlySet<string> = new Set(['auto', 'default'])

/**
 * The canonical name of a model for all its spellings: without provider, region, snapshot date and context-length
 * marks. `us.anthropic.claude-sonnet-4-5-20250929-v1:0`, `anthropic/claude-sonnet-4.5` and `claude-sonnet-4-5@20250929`
 * are all `claude-sonnet-4-5`.
 *
 * Unknown parts stay as they are, because two models must never become one by mistake. The function is idempotent.
 */
export function canonicalModel(raw: string): string {
  const name = raw.trim().toLowerCase()
  const shorter = simplified(name).trim()
  // Every step shortens the name, so the recursion ends. A name that consists only of marks stays as it is.
  return shorter === name || shorter === '' ? name : canonicalModel(shorter)
}

function simplified(given: string): string {
  const name = withoutAddress(given)
  const own = name.replace(amazonPrefix, '')
  const plain = withoutRelease(own === name ? name : own.replace(/-v\d{1,2}(?::\d{1,3})?$/, ''))
  return plain.startsWith('claude-') ? claudeName(plain) : plain
}

/** `arn:aws:bedrock:…:inference-profile/us.anthropic.claude-…`, `models/gemini-…`, `openrouter/anthropic/claude-…` */
function withoutAddress(given: string): string {
  // Qwen Code writes a model from its environment as `$runtime|openai|qwen3-coder`.
  const name = given.replace(/^\$runtime\|[\w-]{1,40}\|/, '')
  const parts = name.split('/')
  const before = parts.slice(0, -1)
  const isAddress =
    parts.length <= maxParts && before.every((part) => providers.has(part) || part.startsWith('arn:aws:'))
  return isAddress ? (parts.at(-1) ?? '') : name
}

/**
 * `[1m]`, the effort in `[high]`, the account in `(openai)`, `-v1:0`, `@20250929`, `-20250929`, `-2025-08-07`. Each
 * pattern has a bounded length, so it tries few positions.
 */
const endings = [
  /\[(?:1m|none|minimal|low|medium|high|xhigh|max|ultra)\]$/,
  /\((?:openai|anthropic|gemini|qwen-oauth|vertex-ai)\)$/,
  /-v\d{1,2}:\d{1,3}$/,
  /@(?:20\d{6}|default|latest)$/,
  /-20\d{6}$/,
  /-20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
]

function withoutRelease(name: string): string {
  return endings.reduce((rest, ending) => rest.replace(ending, ''), name)
}

/** `claude-3.5-sonnet-latest` is `claude-3-5-sonnet`, and `claude-opus-4-0` is `claude-opus-4`. */
function claudeName(name: string): string {
  return name
    .replace(/-latest$/, '')
    .replace(/(\d)\.(?=\d)/g, '$1-')
    .replace(/-(\d)-0$/, '-$1')
    .replace(/^claude-4-(opus|sonnet)$/, 'claude-$1-4')
}
