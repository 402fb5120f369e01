interface GitActions {
  readonly commits: number
  readonly pullRequests: number
}

/** What a successful command did with git. Its output, if known, gives the commit and the pull request. */
export interface GitWork extends GitActions {
  /** Empty without the full hash of the only commit: an abbreviated one may match commits of several repositories. */
  readonly sha: string
  /** As printed; empty if there are none or several. */
  readonly pullRequestUrl: string
}

export function gitWorkOf(command: string, output: string): GitWork {
  const { commits, pullRequests } = gitActionsOf(command, output)
  const printed = commits === 1 ? shaIn(output) : ''
  return {
    commits,
    pullRequests,
    sha: isFullSha(printed) ? printed : '',
    pullRequestUrl: pullRequests === 1 ? pullRequestUrlIn(output) : '',
  }
}

function isFullSha(sha: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha)
}

const none: GitActions = { commits: 0, pullRequests: 0 }
const maxDepth = 3

/** Programs that run the rest of their line as a command, and git options with a value before the subcommand. */
const carriers = new Set(['sudo', 'env', 'command', 'time', 'nohup', 'exec', 'nice', 'timeout', 'xvfb-run', 'stdbuf'])
const carrierOptionsWithValue = new Set([
  '-u',
  '-g',
  '-h',
  '-p',
  '-n',
  '-C',
  '-s',
  '-k',
  '--user',
  '--group',
  '--unset',
])
/** Shell keywords that can precede a command. */
const keywords = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', '{', '!', 'coproc'])
const gitOptionsWithValue = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace'])
const shortestSha = 7
const longestSha = 64
const shells = new Set(['sh', 'bash', 'zsh', 'dash'])

/**
 * Counts the commits and pull requests that a shell command makes if it succeeds, for agents that report the command
 * and not its result. Amending makes no further commit; dry runs and help make none. A command before `||` may have
 * failed, so it counts only if git prints a commit. The text of a heredoc is not a command.
 */
export function gitActionsOf(command: string, output = '', depth = 0): GitActions {
  if (depth > maxDepth || !/\b(?:commit|create|new|revert|merge|cherry-pick)\b/.test(command)) return none
  let commits = 0
  let pullRequests = 0
  for (const { words, mayFail } of simpleCommands(withoutDocuments(command))) {
    const [program, ...rest] = withoutCarriers(words)
    if (mayFail && shaIn(output) === '' && pullRequestUrlIn(output) === '') continue
    if (program === 'git') commits += isCommit(rest, output) ? 1 : 0
    else if (program === 'gh' || program === 'glab') pullRequests += isPullRequest(rest) ? 1 : 0
    else if (program !== undefined && shells.has(program)) {
      const script = rest[rest.findIndex((word) => /^-[a-z]*c$/.test(word)) + 1]
      if (rest.some((word) => /^-[a-z]*c$/.test(word)) && script !== undefined) {
        const inner = gitActionsOf(script, output, depth + 1)
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

/** The hexadecimal digits at the end of a text. A regular expression anchored at the end would try every position. */
function hexadecimalEnd(text: string): string {
  let start = text.length
  while (text.length - start < longestSha && /[0-9a-f]/.test(text.charAt(start - 1))) start--
  return text.slice(start)
}

/** The address of a pull or merge request in a command's output; empty if there is none. */
export function pullRequestUrlIn(output: string): string {
  // Splits into words first: an address ends with its word, so no part of the output is read twice.
  for (const word of output.split(/[\s"'<>\\@]/)) {
    const start = word.indexOf('https://')
    const url = start === -1 ? null : /^https:\/\/.+\/(?:pull|merge_requests)\/\d+/.exec(word.slice(start))
    if (url !== null) return url[0]
  }
  return ''
}

function isCommit(words: readonly string[], output: string): boolean {
  let index = 0
  while (words[index]?.startsWith('-')) index += gitOptionsWithValue.has(words[index] ?? '') ? 2 : 1
  const without = makesNone.get(words[index] ?? '')
  if (without === undefined || words.slice(index + 1).some((word) => without.includes(word))) return false
  // A fast-forward merge makes no commit.
  return words[index] !== 'merge' || !/^(?:Fast-forward|Already up[ -]to[ -]date)/m.test(output.slice(0, outputRead))
}

const outputRead = 10_000

/** Commands that make commits, and their options that prevent it. */
const makesNone: ReadonlyMap<string, readonly string[]> = new Map([
  ['commit', ['--amend', '--dry-run', '--help', '-h']],
  ['revert', ['--no-commit', '-n', '--abort', '--quit', '--help', '-h']],
  ['cherry-pick', ['--no-commit', '-n', '--abort', '--quit', '--help', '-h']],
  ['merge', ['--no-commit', '--squash', '--ff-only', '--abort', '--quit', '--help', '-h']],
])

/** Removes heredocs: the lines after `<<WORD` up to the line that is `WORD`. */
function withoutDocuments(command: string): string {
  if (!command.includes('<<')) return command
  const lines: string[] = []
  const waiting: string[] = []
  for (const line of command.split('\n')) {
    if (waiting.length > 0) {
      if (line.trim() === waiting[0]) waiting.shift()
      continue
    }
    lines.push(line)
    for (const { 1: word = '' } of line.matchAll(/(?<!<)<<-?[ \t]{0,10}["'\\]?([A-Za-z_]\w{0,100})/g))
      waiting.push(word)
  }
  return lines.join('\n')
}

function isPullRequest(words: readonly string[]): boolean {
  if (!['pr', 'mr'].includes(words[0] ?? '') || !['create', 'new'].includes(words[1] ?? '')) return false
  return !words.slice(2).some((word) => ['--dry-run', '--web', '-w', '--help', '-h'].includes(word))
}

function withoutCarriers(words: readonly string[]): readonly string[] {
  let index = 0
  let isCarried = false
  while (index < words.length) {
    const word = words[index] ?? ''
    if (carriers.has(word)) {
      isCarried = true
      index++
    } else if (isCarried && word.startsWith('-')) index += carrierOptionsWithValue.has(word) ? 2 : 1
    else if (isCarried && /^\d+[smhd]?$/.test(word)) index++
    else if (keywords.has(word) || /^[A-Za-z_]\w*=/.test(word)) index++
    else break
  }
  const [program = '', ...rest] = words.slice(index)
  return program === '' ? [] : [program.slice(program.lastIndexOf('/') + 1), ...rest]
}

interface SimpleCommand {
  readonly words: readonly string[]
  /** The next command runs only if this one fails. */
  readonly mayFail: boolean
}

/** Splits a command line into simple commands and their words, as far as quotes and separators go. */
function* simpleCommands(command: string): Generator<SimpleCommand> {
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
        if (words.length > 0) yield { words, mayFail: char === '|' && command.charAt(index + 1) === '|' }
        words = []
      }
    } else word = (word ?? '') + char
  }
  if (word !== undefined) words.push(word)
  if (words.length > 0) yield { words, mayFail: false }
}
