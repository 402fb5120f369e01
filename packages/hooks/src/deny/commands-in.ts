import { baseName, carriers, gitOptions, maxDepth, shells, withoutKeywords } from './find-denied.ts'
import { parseShell, type ShellCall, type ShellWord } from './shell-calls.ts'

export interface CommandsIn {
  /** The commands as written, including those in substitutions. */
  readonly written: readonly ShellCall[]
  /**
   * Every command that the line may run: also behind `sudo`, `env` and the like, and in scripts of `sh -c`; git
   * commands are without git's own options.
   */
  readonly mayRun: readonly ShellCall[]
  /** Whether the line was parsed completely, and no command depends on a value that only the shell can evaluate. */
  readonly isCertain: boolean
}

/** Parses a command line like a shell, without running anything. */
export function commandsIn(line: string): CommandsIn {
  const found: ShellCall[] = []
  const { calls, isWhole } = parseShell(line)
  const isCertain = collect(line, found, 0)
  return { written: calls, mayRun: found, isCertain: isWhole && isCertain }
}

function collect(line: string, found: ShellCall[], depth: number): boolean {
  if (depth > maxDepth) return false
  const { calls, documents, isWhole } = parseShell(line)
  let isCertain = isWhole
  const isShellThere = calls.some((call) => call.some(({ text }) => shells.test(baseName(text))))
  if (isShellThere) for (const text of documents) isCertain = collect(text, found, depth + 1) && isCertain
  for (const call of calls) isCertain = collectCall(withoutKeywords(call), found, depth) && isCertain
  return isCertain
}

function collectCall(call: ShellCall, found: ShellCall[], depth: number): boolean {
  const [first, ...rest] = call
  if (!first) return true
  found.push(call)
  const program = baseName(first.text)
  if (program !== first.text) found.push([{ ...first, text: program }, ...rest])
  if (program === 'git') found.push([{ ...first, text: program }, ...withoutGitOptions(rest)])
  if (shells.test(program)) return collectScript(rest, found, depth)
  if (!carriers.has(program)) return !first.isOpen
  if (program === 'eval') return collect(rest.map(({ text }) => text).join(' '), found, depth + 1)
  // Any word after the carrier may begin the command, because the carrier's own options are unknown.
  return depth < maxDepth && rest.map((_, index) => collectCall(rest.slice(index), found, depth + 1)).some(Boolean)
}

function collectScript(words: readonly ShellWord[], found: ShellCall[], depth: number): boolean {
  const option = words.findIndex(({ text }) => /^-[a-z]*c[a-z]*$/.test(text))
  if (option < 0) return words.some(({ text }) => !text.startsWith('-'))
  const script = words.slice(option + 1).find(({ text }) => !text.startsWith('-'))
  return script !== undefined && !script.isOpen && collect(script.text, found, depth + 1)
}

function withoutGitOptions(words: readonly ShellWord[]): readonly ShellWord[] {
  let at = 0
  while (words[at]?.text.startsWith('-')) at += gitOptions.has(words[at]?.text ?? '') ? 2 : 1
  return words.slice(at)
}
