import { parseShell, type ShellCall, type ShellWord } from './shell-calls.ts'

/** Programs that run the command in their arguments; their own options are unknown. */
export const carriers = new Set(
  'builtin command coproc doas env eval exec find flock ionice nice nohup parallel setsid stdbuf sudo time timeout watch xargs'.split(
    ' ',
  ),
)
export const shells = /^(?:ba|da|z|k|a|fi)?sh$/
/** Shell keywords that can precede a command. */
const keywords = new Set(['if', 'then', 'elif', 'else', 'do', 'while', 'until', 'time', '!', '{', '}'])
/** Options of git that take the next word as their value and precede git's command. */
export const gitOptions = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--super-prefix',
  '--config-env',
  '--attr-source',
])
export const maxDepth = 5

/**
 * Returns the first of some commands, such as `git push`, that a command line would run. It is parsed like a shell
 * does: commands in quotes, brackets, substitutions, after `cd x &&`, behind `env`, `sudo` and the like, and in scripts
 * of `sh -c` are found. If only the shell can evaluate a word, it counts as a match.
 */
export function findDenied(line: string, denied: readonly string[], depth = 0): string | undefined {
  return denied.find((each) => runs(line, each.trim().split(/\s+/), depth))
}

function runs(line: string, wanted: readonly string[], depth: number): boolean {
  const { calls, documents, isWhole } = parseShell(line)
  // A line that cannot be parsed counts as a match if it contains all the words.
  if (!isWhole || depth > maxDepth) return wanted.every((word) => line.includes(word))
  const hasShell = calls.some((call) => call.some(({ text }) => shells.test(baseName(text))))
  if (hasShell && documents.some((text) => runs(text, wanted, depth + 1))) return true
  return calls.some((call) => isDenied(withoutKeywords(call), wanted, line, depth))
}

function isDenied(call: ShellCall, wanted: readonly string[], line: string, depth: number): boolean {
  const [first, ...rest] = call
  if (!first) return false
  if (matches(call, wanted)) return true
  const program = baseName(first.text)
  if (shells.test(program)) return isDeniedScript(rest, wanted, line, depth)
  if (!carriers.has(program)) return false
  if (program === 'eval') return runs(rest.map(({ text }) => text).join(' '), wanted, depth + 1)
  return rest.some((_word, index) => isDenied(rest.slice(index), wanted, line, depth + 1))
}

/** `sh -c 'text'` runs the text, `sh file` the content of a file, and `sh` alone its standard input. */
function isDeniedScript(words: ShellCall, wanted: readonly string[], line: string, depth: number): boolean {
  const option = words.findIndex(({ text }) => /^-[a-z]*c[a-z]*$/.test(text))
  if (option >= 0) {
    const script = words.slice(option + 1).find(({ text }) => !text.startsWith('-'))
    return script !== undefined && runs(script.text, wanted, depth + 1)
  }
  const isReading = words.every(({ text }) => text.startsWith('-'))
  return isReading && wanted.every((word) => line.includes(word))
}

/** Whether a call matches: its program, then the words, with options and their values in between. */
function matches([program, ...words]: ShellCall, [wantedProgram = '', ...wantedWords]: readonly string[]): boolean {
  if (!program || !(program.isOpen || baseName(program.text) === wantedProgram)) return false
  const isGit = wantedProgram === 'git'
  let next = 0
  let mayBeValue = false
  for (const word of words) {
    const wanted = wantedWords[next]
    if (wanted === undefined) return true
    if (word.text.startsWith('-') && word.text !== wanted) {
      mayBeValue = isGit ? gitOptions.has(word.text) : !word.text.includes('=')
      continue
    }
    // For other programs it is unknown which options take a value, so such a word may be a value or an argument.
    if (isGit && mayBeValue) mayBeValue = false
    else if (word.text === wanted || (word.isOpen && !mayBeValue)) next += 1
    else if (!mayBeValue) return false
    mayBeValue = false
  }
  return next === wantedWords.length
}

/** Removes assignments and keywords of the shell before the program. */
export function withoutKeywords(call: ShellCall): ShellCall {
  const isBefore = ({ text }: ShellWord) => keywords.has(text) || /^[A-Za-z_]\w*\+?=/.test(text)
  const start = call.findIndex((word) => !isBefore(word))
  return start < 0 ? [] : call.slice(start)
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
