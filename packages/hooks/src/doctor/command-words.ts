/** What a simple command line runs: each program with its arguments, quotes taken away. */
export interface Call {
  readonly program: string
  readonly arguments: readonly string[]
}

/** Words that stand before the program that is meant. */
const prefixes = new Set(['exec', 'command', 'nohup', 'nice', 'time', 'env', 'sudo', '!', '{', '('])

/** Constructs in which a word at the beginning of a part is no program, or not for sure. */
const constructs = /\$\(|`|<<|\(\)|(?:^|[\s;&|])(?:if|for|while|until|case|function)\s/

/**
 * The programs that a command line would start, as far as that can be told without running it. Words with variables
 * stay as they are, with a `$`. Of a line with loops, branches or substitutions nothing is told.
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

interface Word {
  readonly text: string
  readonly isRedirection: boolean
}

/** Splits at operators outside of quotes, and each part into words. */
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
