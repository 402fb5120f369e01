/**
 * The one form of a model's name. Agents and clouds spell the same model in many ways: with the provider before it, a
 * region, the date of a snapshot, dots or hyphens. `us.anthropic.claude-sonnet-4-5-20250929-v1:0`,
 * `anthropic/claude-sonnet-4.5` and `claude-sonnet-4-5@20250929` are all `claude-sonnet-4-5`.
 *
 * What it does not know, it leaves: two models must never become one by mistake.
 */
export function canonicalModel(raw: string): string {
  const name = withoutPath(raw.trim().toLowerCase()).replace(/\[\d+[mk]\]$/, '')
  const cloud = /^(?:(?:us|eu|apac|ap|jp|au|ca|us-gov|global)\.)?(?:anthropic|openai|qwen|mistral|meta)\.(.+)$/.exec(
    name,
  )
  const plain = cloud?.[1] ? cloud[1].replace(/-v\d+(?::\d+)?(?::\d+k)?$/, '') : name
  const dateless = plain.replace(/@(?:\d{8}|default|latest)$/, '').replace(/-(?:20\d{6}|20\d\d-\d\d-\d\d)$/, '')
  const canonical = dateless.startsWith('claude-') ? claudeName(dateless) : dateless
  return canonical === '' ? raw.trim() : canonical
}

/** What stands before the last slash names a provider, a router or a folder. */
function withoutPath(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** `claude-3.5-sonnet-latest` is `claude-3-5-sonnet`, and `claude-opus-4-0` is `claude-opus-4`. */
function claudeName(name: string): string {
  return name
    .replace(/-latest$/, '')
    .replace(/(\d)\.(\d)/g, '$1-$2')
    .replace(/-(\d)-0$/, '-$1')
    .replace(/^claude-4-(opus|sonnet)$/, 'claude-$1-4')
}
