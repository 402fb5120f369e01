import { type CommandsIn, commandsIn } from '@muster/hooks/deny/commands-in'
import type { ShellCall } from '@muster/hooks/deny/shell-calls'

/**
 * The first pattern that forbids a command line: it matches any command that the line may run. A pattern is a whole
 * command with `*` for any text. If only the shell can evaluate a word, it counts as a match.
 */
export function findForbidden(line: string, patterns: readonly string[]): string | undefined {
  const commands = commandsIn(line)
  return patterns.find((pattern) => isForbiddenBy(line, commands, asGlob(pattern)))
}

function isForbiddenBy(line: string, { mayRun, isCertain }: CommandsIn, pattern: Glob): boolean {
  if (mayRun.some((call) => doMeet(pattern, globOf(call)))) return true
  if (isCertain) return false
  // A line that cannot be parsed completely counts as a match if it contains all the words.
  const words = pattern
    .filter((part) => part !== any)
    .join('')
    .split(/\s+/)
    .filter(Boolean)
  return words.every((word) => line.includes(word))
}

/** Whether every command of the line, as written, matches an allowed pattern. */
export function isAllowed(line: string, patterns: readonly string[]): boolean {
  const { written, isCertain } = commandsIn(line)
  if (!isCertain || written.length === 0 || writesFiles(line)) return false
  const globs = patterns.map(asGlob)
  return written.every((call) => globs.some((glob) => doMeet(glob, plain(call))))
}

/** Allowing a command does not allow redirecting its output into a file. */
function writesFiles(line: string): boolean {
  return line.replaceAll(/(?:\d|&)?>\s*(?:&\d|\/dev\/null)\b/g, '').includes('>')
}

const any: unique symbol = Symbol('any text')
type Part = string | typeof any
type Glob = readonly Part[]

/** A pattern that ends with ` *` also matches the command without arguments. */
function asGlob(pattern: string): Glob {
  const words = pattern.trim().split(/\s+/).join(' ')
  const text = words.endsWith(' *') ? `${words.slice(0, -2)}*` : words
  return [...text].map((char): Part => (char === '*' ? any : char))
}

function globOf(call: ShellCall): Glob {
  return call.flatMap(({ text, isOpen }, index) => {
    const parts: Part[] = isOpen ? [any] : [...text]
    return index > 0 ? [' ', ...parts] : parts
  })
}

function plain(call: ShellCall): Glob {
  return [...call.map(({ text }) => text).join(' ')]
}

/** Whether any text matches both patterns. The cost is the product of their lengths. */
function doMeet(a: Glob, b: Glob): boolean {
  // reach[j]: the parts of `a` so far and the first j parts of `b` can match the same text.
  let reach = [true]
  for (const [j, part] of b.entries()) reach[j + 1] = part === any && reach[j] === true
  for (const part of a) {
    const next = [part === any && reach[0] === true]
    for (const [j, other] of b.entries()) {
      const isOpen = part === any || other === any
      next[j + 1] = isOpen ? reach[j + 1] === true || next[j] === true : part === other && reach[j] === true
    }
    reach = next
  }
  return reach[b.length] === true
}
