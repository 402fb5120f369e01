export interface GitActions {
  readonly commits: number
  readonly pullRequests: number
}

const none: GitActions = { commits: 0, pullRequests: 0 }
const maxDepth = 3

/** Programs that run the rest of their line, and options of git that take a value and stand before its command. */
const carriers = new Set(['sudo', 'env', 'command', 'time', 'nohup', 'exec'])
const gitOptionsWithValue = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace'])
const shortestSha = 7
const longestSha = 64
const shells = new Set(['sh', 'bash', 'zsh', 'dash'])

/**
 * Counts the commits and pull requests that a shell command makes if it succeeds. It is for agents that report what
 * they ran and not what came of it. Amending makes no further commit; dry runs and help make none.
 */
export function gitActionsOf(command: string, depth = 0): GitActions {
  if (depth > maxDepth || !/\b(?:commit|create)\b/.test(command)) return none
  let commits = 0
  let pullRequests = 0
  for (const words of simpleCommands(command)) {
    const [program, ...rest] = withoutCarriers(words)
    if (program === 'git') commits += isCommit(rest) ? 1 : 0
    else if (program === 'gh' || program === 'glab') pullRequests += isPullRequest(rest) ? 1 : 0
    else if (program !== undefined && shells.has(program)) {
      const script = rest[rest.findIndex((word) => /^-[a-z]*c$/.test(word)) + 1]
      if (rest.some((word) => /^-[a-z]*c$/.test(word)) && script !== undefined) {
        const inner = gitActionsOf(script, depth + 1)
        commits += inner.commits
        pullRequests += inner.pullRequests
      }
    }
  }
  return { commits, pullRequests }
}

/** The commit's hash that git prints, as in `[main 1a2b3c4] message`; empty if there is none. */
export function shaIn(output: string): string {
  for (const { 1: inside = '' } of output.matchAll(/^\[([^\]\n\r\u2028\u2029]*)\] /gm)) {
    const sha = hexadecimalEnd(inside)
    if (sha.length >= shortestSha) return sha
  }
  return ''
}

/** The digits that a text ends with. By hand: a pattern for the end of a text tries every place in it. */
function hexadecimalEnd(text: string): string {
  let start = text.length
  while (text.length - start < longestSha && /[0-9a-f]/.test(text.charAt(start - 1))) start--
  return text.slice(start)
}

/** The address of a pull or merge request in a command's output; empty if there is none. */
export function pullRequestUrlIn(output: string): string {
  // Word by word: an address ends where a word does, so that no part of the output is looked at twice.
  for (const word of output.split(/[\s"'<>\\@]/)) {
    const start = word.indexOf('https://')
    const url = start === -1 ? null : /^https:\/\/.+\/(?:pull|merge_requests)\/\d+/.exec(word.slice(start))
    if (url !== null) return url[0]
  }
  return ''
}

function isCommit(words: readonly string[]): boolean {
  let index = 0
  while (words[index]?.startsWith('-')) index += gitOptionsWithValue.has(words[index] ?? '') ? 2 : 1
  if (words[index] !== 'commit') return false
  return !words.slice(index + 1).some((word) => ['--amend', '--dry-run', '--help', '-h'].includes(word))
}

function isPullRequest(words: readonly string[]): boolean {
  if (!['pr', 'mr'].includes(words[0] ?? '') || !['create', 'new'].includes(words[1] ?? '')) return false
  return !words.slice(2).some((word) => ['--dry-run', '--web', '-w', '--help', '-h'].includes(word))
}

function withoutCarriers(words: readonly string[]): readonly string[] {
  let index = 0
  while (index < words.length) {
    const word = words[index] ?? ''
    if (!carriers.has(word) && !/^[A-Za-z_]\w*=/.test(word)) break
    index++
  }
  const [program = '', ...rest] = words.slice(index)
  return program === '' ? [] : [program.slice(program.lastIndexOf('/') + 1), ...rest]
}

/** Splits a command line into simple commands and their words, as far as quotes and separators go. */
function* simpleCommands(command: string): Generator<readonly string[]> {
  let words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let index = 0; index < command.length; index++) {
    const char = command.charAt(index)
    if (quote !== '') {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"') word = (word ?? '') + command.charAt(++index)
      else word = (word ?? '') + char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (char === '\\') word = (word ?? '') + command.charAt(++index)
    else if (/[\s;&|()]/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
      if (!/[ \t\r]/.test(char)) {
        if (words.length > 0) yield words
        words = []
      }
    } else word = (word ?? '') + char
  }
  if (word !== undefined) words.push(word)
  if (words.length > 0) yield words
}
