/** A program of a simple command line with its arguments, without quotes. */
export interface Call {
  readonly program: string
  readonly arguments: readonly string[]
}

/** Words that may come before the actual program. */
const prefixes = new Set(['exec', 'command', 'nohup', 'nice', 'time', 'env', 'sudo', '!', '{', '('])

/** Constructs in which the first word of a part may not be a program. */
const constructs = /\$\(|`|<<|\(\)|(?:^|[\s;&|])(?:if|for|while|until|case|function)\s/

/**
 * The programs that a command line would start, as far as that is known without running it. Words with variables keep
 * their `$`. Returns nothing for a line with loops, branches or substitutions.
 */
export function callsOf(command: string): Call[] {
  if (constructs.test(command)) return []
  return partsOf(command).flatMap((words) => {
    const rest = words.filter((word) => !word.isRedirection).map(({ text }) => text)
    while (rest[0] !== undefined && (prefixes.has(rest[0]) || /^\w+=/.test(rest[0]))) rest.shift()
    const [program, ...others] = rest
    return program ? [{ program, arguments: others }] : []
  })
}

/** All words of a command line, even of one with loops and substitutions. */
export function wordsOf(command: string): string[] {
  return partsOf(command).flatMap((words) => words.map(({ text }) => text))
}

interface Word {
  readonly text: string
  readonly isRedirection: boolean
}

/** Splits at operators outside quotes, and each part into words. */
function partsOf(command: string): Word[][] {
  const parts: Word[][] = [[]]
  const token =
    /\s+|(&&|\|\||[;&|\n])|(\d*[<>]+&?\s*[^\s;&|]*)|((?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|[^\s;&|<>'"\\])+)|./gy
  for (const [, operator, redirection, word] of command.matchAll(token)) {
    if (operator !== undefined) parts.push([])
    else if (redirection !== undefined) parts.at(-1)?.push({ text: redirection, isRedirection: true })
    else if (word !== undefined) parts.at(-1)?.push({ text: unquoted(word), isRedirection: false })
  }
  return parts.filter((part) => part.length > 0)
}

function unquoted(word: string): string {
  return word.replace(/\\([\s\S])|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"/g, (_match, escaped, single, double) => {
    return escaped ?? single ?? String(double).replace(/\\(["\\$`])/g, '$1')
  })
}
