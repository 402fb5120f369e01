const redacted = '[redacted]'

/** Nobody reads a command beyond this, and the patterns need not cope with megabytes. */
const maxLength = 4000

/** Names that hold a secret when they end like this. A plural such as `max_tokens` does not. */
const secretName = String.raw`[\w.-]*(?:password|passwd|passphrase|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|signing[-_]?key|encryption[-_]?key|auth[-_]?key|credentials?|authorization|cookie)`

/** A value in quotes, or up to the next space or separator. */
const quotedOrWord = String.raw`"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s"'&;,|)}\]]+`

/** Tokens that say by their beginning what they are. */
const knownTokens = [
  'sk-[A-Za-z0-9_-]{8,}',
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{8,}',
  'gh[opsur]_[A-Za-z0-9]{16,}',
  'github_pat_[A-Za-z0-9_]{16,}',
  'gl(?:pat|ptt|dt|rt|soat)-[A-Za-z0-9_-]{16,}',
  'xox[abeoprs]-[A-Za-z0-9-]{8,}',
  'xapp-[A-Za-z0-9-]{8,}',
  '(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{12,}',
  'AIza[A-Za-z0-9_-]{20,}',
  String.raw`ya29\.[A-Za-z0-9_-]{16,}`,
  'npm_[A-Za-z0-9]{16,}',
  'pypi-[A-Za-z0-9_-]{16,}',
  'hf_[A-Za-z0-9]{16,}',
  'do[opr]_v1_[a-f0-9]{16,}',
  String.raw`SG\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`,
  'shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{16,}',
  'glsa_[A-Za-z0-9_]{16,}',
  'lin_api_[A-Za-z0-9]{16,}',
  'tskey-[A-Za-z0-9-]{8,}',
  'mst_[A-Za-z0-9]+_[A-Za-z0-9_-]{8,}',
  String.raw`eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?`,
]

const rules: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, redacted],
  // https://user:password@host, and a lone token before the @.
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"'<>]+@/gi, `$1${redacted}@`],
  [/\b(bearer|basic|digest|negotiate|token)(\s+)(?!\[redacted\])[A-Za-z0-9._~+/=-]{8,}/gi, `$1$2${redacted}`],
  // --password value, --api-key=value, and the same with one dash.
  [
    new RegExp(String.raw`(?<![\w-])(--?${secretName})(\s+|\s*=\s*)(?!-|\[redacted\])(?:${quotedOrWord})`, 'gi'),
    `$1$2${redacted}`,
  ],
  // name=value, name: value, "name": "value"; a scheme such as Bearer before the value was seen to above.
  [
    new RegExp(
      String.raw`(?<![\w.-])(["']?${secretName}["']?\s*[:=]\s*)(?!\s*(?:bearer|basic|digest|negotiate|token)\s|\[redacted\])(?:${quotedOrWord})`,
      'gi',
    ),
    `$1${redacted}`,
  ],
  // curl -u user:password, and the password that mysql wants without a space.
  [/(?<!\S)(-u|--user|--proxy-user)(\s+|=)(["']?)([^\s:"']+):(?!\/\/)[^\s"']+/g, `$1$2$3$4:${redacted}`],
  [/\b(mysql\w*\s(?:[^|;&]*\s)?-p)(?!\[redacted\])[^\s|;&]+/g, `$1${redacted}`],
  [new RegExp(`(?<![A-Za-z0-9])(?:${knownTokens.join('|')})`, 'g'), redacted],
]

/**
 * Replaces what looks like a secret in a command line. It would rather take away a word too many than leave a secret:
 * what it returns is stored and shown. Running it again changes nothing. What is longer than 4,000 characters is cut.
 */
export function redactSecrets(command: string): string {
  let text = command.length > maxLength ? cut(command) : command
  for (const [pattern, replacement] of rules) text = text.replace(pattern, replacement)
  return text
}

/** Cuts before a word rather than inside it: half a secret would no longer look like one. */
function cut(text: string): string {
  const space = text.lastIndexOf(' ', maxLength)
  return space > 0 ? `${text.slice(0, space)} …` : '…'
}
