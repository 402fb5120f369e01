import type { hash } from 'node:crypto'
import { type BigIntStats, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { wordsOf } from '../doctor/command-words.ts'
import { expandCommand } from '../expand-command.ts'
import { readRegularFile } from '../read-regular-file.ts'

/** Names of files that are run, also without the run bit. */
const scriptNames =
  /(?:^|\/)(?:Makefile|makefile|justfile)$|\.(?:awk|bash|fish|lua|mk|php|pl|py|rb|sed|sh|zsh|[cm]?[jt]sx?)$/

/** What reads its commands from the file that it is given. */
const readers = /^(?:\.|source|(?:ba|da|z|k)?sh|python[\d.]*|node|ruby|perl|php|lua|awk|deno|bun|tsx)$/

/**
 * The scripts of a project that commands name, each with a hash of its bytes. What a script calls in turn, and what
 * `npm test` runs, is not known without running it.
 */
export function namedScripts(commands: readonly string[], projectDir: string): Readonly<Record<string, string>> {
  const variables = { MUSTER_PROJECT_DIR: projectDir, CLAUDE_PROJECT_DIR: projectDir, GEMINI_PROJECT_DIR: projectDir }
  const found = new Map<string, string>()
  for (const command of commands.map((each) => expandCommand(each, variables))) {
    // Whole words, for names with spaces, and what is between quotes, brackets and signs, for lines within lines.
    for (const words of [wordsOf(command), command.split(/[\s;&|<>()"'`=,]+/)]) {
      for (const [index, word] of words.entries()) {
        const path = resolve(projectDir, word)
        const name = relative(projectDir, path)
        if (word === '' || name === '' || name.startsWith('..') || isAbsolute(name)) continue
        const isRead = readers.test(words.slice(0, index).findLast((each) => !each.startsWith('-')) ?? '')
        const print = printOf(path, (stat) => isRead || (stat.mode & 0o111n) !== 0n || scriptNames.test(name))
        if (print !== undefined) found.set(name, print)
      }
    }
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** `undefined` if it is no script. One that is too long to be read each time is known by its dates. */
function printOf(path: string, isScript: (stat: BigIntStats) => boolean): string | undefined {
  try {
    const stat = statSync(path, { bigint: true })
    if (!stat.isFile() || !isScript(stat)) return undefined
    const read = readRegularFile(path, () => true)
    if (!('file' in read)) return `${realpathSync(path)} ${stat.ino} ${stat.size} ${stat.ctimeNs}`
    const crypto: { hash: typeof hash } = process.getBuiltinModule('node:crypto')
    return crypto.hash('sha256', read.file.bytes, 'hex')
  } catch {
    // It does not exist, or cannot be reached: then it cannot be run either.
    return undefined
  }
}
