import type { hash } from 'node:crypto'
import { type BigIntStats, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { wordsOf } from '../doctor/command-words.ts'
import { expandCommand } from '../expand-command.ts'
import { readRegularFile } from '../read-regular-file.ts'

/** Names of scripts, which are run even without the executable bit. */
const scriptNames =
  /(?:^|\/)(?:Makefile|makefile|justfile)$|\.(?:awk|bash|fish|lua|mk|php|pl|py|rb|sed|sh|zsh|[cm]?[jt]sx?)$/

/** Programs that read their commands from a file argument. */
const readers = /^(?:\.|source|(?:ba|da|z|k)?sh|python[\d.]*|node|ruby|perl|php|lua|awk|deno|bun|tsx)$/

/**
 * The scripts of a project that commands name, each with a hash of its bytes. Scripts that these call, and the ones
 * that `npm test` runs, cannot be found without running them.
 */
export function namedScripts(commands: readonly string[], projectDir: string): Readonly<Record<string, string>> {
  const variables = { MUSTER_PROJECT_DIR: projectDir, CLAUDE_PROJECT_DIR: projectDir, GEMINI_PROJECT_DIR: projectDir }
  const found = new Map<string, string>()
  for (const command of commands.map((each) => expandCommand(each, variables))) {
    // Whole words find names with spaces; splitting at quotes, brackets and operators finds commands within commands.
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

/** `undefined` if it is no script. A file too large to hash every time is identified by its timestamps. */
function printOf(path: string, isScript: (stat: BigIntStats) => boolean): string | undefined {
  try {
    const stat = statSync(path, { bigint: true })
    if (!stat.isFile() || !isScript(stat)) return undefined
    const read = readRegularFile(path, () => true)
    if (!('file' in read)) return `${realpathSync(path)} ${stat.ino} ${stat.size} ${stat.ctimeNs}`
    const crypto: { hash: typeof hash } = process.getBuiltinModule('node:crypto')
    return crypto.hash('sha256', read.file.bytes, 'hex')
  } catch {
    // It does not exist or is inaccessible, so it cannot be run either.
    return undefined
  }
}
