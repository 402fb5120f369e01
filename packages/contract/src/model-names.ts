/** Who sells a model, or where it runs: no part of its name. */
const providers =
  /^(?:anthropic|openai|google|gemini|vertex_ai|vertex|bedrock|amazon|aws|azure|azure_ai|openrouter|github|github_copilot|copilot|models|publishers|accounts|fireworks_ai|together_ai|groq|mistralai|mistral|meta-llama|meta|deepseek-ai|deepseek|x-ai|xai|qwen|litellm_proxy|litellm|converse|invoke)$/
/** Where Amazon runs a model, and whose it is: `us.anthropic.claude-…`. */
const amazonPrefix =
  /^(?:(?:us|us-gov|eu|apac|jp|au|global)\.)?(?:anthropic|amazon|meta|mistral|cohere|deepseek|qwen|openai)\./
const maxParts = 8

/**
 * The one name of a model, for all ways in which it is spelt: without the provider before it, the region, the day of its
 * release, and marks of how much context it is used with. Applied again, it changes nothing.
 */
export function modelName(given: string): string {
  const trimmed = given.trim().toLowerCase()
  const path = trimmed.split('/')
  // `arn:aws:bedrock:…:inference-profile/us.anthropic.claude-…`, `models/gemini-…`, `openrouter/anthropic/claude-…`
  const isPath = path.length > 1 && path.length <= maxParts
  const isAddress = isPath && path.slice(0, -1).every((part) => providers.test(part) || part.startsWith('arn:aws:'))
  const own = isAddress ? (path.at(-1) ?? '') : trimmed
  const name = withoutRelease(own.replace(amazonPrefix, ''))
  return name === '' ? trimmed : name
}

function withoutRelease(given: string): string {
  let name = given
  for (const ending of endings) name = name.replace(ending, '')
  return name === given ? name : withoutRelease(name)
}

/** `[1m]`, `-v1:0`, `@20250929`, `-20250929`, `-2025-08-07`, `-latest`. Bounded, so that each looks at a few places only. */
const endings = [
  /\[1m\]$/,
  /-v\d{1,2}(?::\d{1,3})?$/,
  /@(?:20\d{6}|default|latest)$/,
  /-20\d{6}$/,
  /-20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  /-latest$/,
]
