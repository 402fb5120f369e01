import { redacted, redactNamedValues } from './redact-named-values.ts'

/** The longest command that is kept. */
const maxLength = 4000

/** A text that still changes after this many rounds was crafted to do so. */
const maxRounds = 5

/** Tokens with a known prefix. */
export const knownTokens: readonly string[] = [
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
  'ms[ct]_[A-Za-z0-9]+_[A-Za-z0-9_-]{8,}',
]
const knownToken = new RegExp(`(?<![A-Za-z0-9])(?:${knownTokens.join('|')})`, 'g')
/** JSON web tokens. Each is matched as a whole and measured afterwards, so that no part is scanned twice. */
const webToken = /(?<![A-Za-z0-9])eyJ([A-Za-z0-9_-]*)(\.[A-Za-z0-9_-]*)?(?:\.[A-Za-z0-9_-]*)?/g

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g
/** https://user:password@host, and a single token before the @. */
const addressWithUser = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"'<>]+@/gi
const schemeAndToken = /\b(bearer|basic|digest|negotiate|token)(\s+)(?!\[redacted\])[A-Za-z0-9._~+/=-]{8,}/gi
/** curl -u user:password. */
const userAndPassword = /(?<!\S)(-u|--user|--proxy-user)(\s+|=)(["']?)([^\s:"']+):(?!\/\/)[^\s"']+/g

/**
 * Replaces text in a command line that looks like a secret. It redacts too much rather than too little, because the
 * result is stored and shown. Text beyond 4,000 characters is cut.
 *
 * The function is idempotent: it returns a text only when one more round leaves it unchanged. Every round takes linear
 * time, and the number of rounds is bounded.
 */
export function redactSecrets(command: string): string {
  let text = command
  for (let round = 0; round < maxRounds; round++) {
    const before = text
    text = redactOnce(text.length > maxLength ? cut(text) : text)
    if (text === before) return text
  }
  return redacted
}

function redactOnce(given: string): string {
  const text = given
    .replace(privateKey, redacted)
    .replace(addressWithUser, `$1${redacted}@`)
    .replace(schemeAndToken, `$1$2${redacted}`)
  return redactNamedValues(text)
    .replace(userAndPassword, `$1$2$3$4:${redacted}`)
    .replace(/[^|;&]+/g, withoutMysqlPassword)
    .replace(knownToken, redacted)
    .replace(webToken, (token, head: string, body = '') => (head.length >= 8 && body.length > 4 ? redacted : token))
}

/** The password of mysql, which follows its flag without a space. */
function withoutMysqlPassword(simpleCommand: string): string {
  const start = simpleCommand.search(/\bmysql\w*\s/)
  if (start === -1) return simpleCommand
  const arguments_ = simpleCommand.slice(start).replace(/(\s-p)(?!\[redacted\])\S+/g, `$1${redacted}`)
  return simpleCommand.slice(0, start) + arguments_
}

/** Cuts before a word and not inside it, because the pattern would not match half a secret. */
function cut(text: string): string {
  const space = text.lastIndexOf(' ', maxLength)
  return space > 0 ? `${text.slice(0, space)} …` : '…'
}
