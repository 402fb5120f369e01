import { spawnSync } from 'node:child_process'
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { expandCommand } from '../expand-command.ts'
import { type Call, callsOf } from './command-words.ts'

interface Complaint {
  readonly isError: boolean
  readonly message: string
  readonly fix: string
}

export interface CommandPlace {
  readonly projectDir: string
  readonly variables: Readonly<Record<string, string>>
  /** The `PATH` in which programs are searched. */
  readonly path: string
}

/** Problems that would prevent a command from running, found without running it. */
export function checkCommand(command: string, place: CommandPlace): Complaint[] {
  const syntax = spawnSync('/bin/sh', ['-n', '-c', command], { encoding: 'utf8', input: '' })
  if (syntax.status !== 0) {
    const reason = syntax.stderr.trim().replace(/^.*?sh: (?:-c: )?(?:line )?\d+: /, '')
    return [error(`The shell cannot read the command (${reason}).`, 'Check its quotes and brackets.')]
  }
  return callsOf(expandCommand(command, place.variables)).flatMap((call) => checkCall(call, place))
}

const builtins = new Set(
  `: . [ alias bg break cd command continue echo eval exec exit export false fg getopts hash jobs kill local printf pwd
   read readonly return set shift source test times trap true type ulimit umask unalias unset wait } )`.split(/\s+/),
)

const interpreters = /^(?:ba|da|z|k)?sh$|^python[\d.]*$|^(?:node|ruby|perl|php)$/

function checkCall({ program, arguments: words }: Call, place: CommandPlace): Complaint[] {
  if (/[$*?]/.test(program)) return []
  if (program === '.' || program === 'source') return checkScript(words[0], place)
  if (builtins.has(program)) return []
  if (program.includes('/')) return checkFile(program, place)
  const found = findProgram(program, place.path)
  if (!found) {
    return [error(`There is no program ${program} in your PATH.`, 'Install it, or write its whole path.')]
  }
  if (!interpreters.test(program)) return []
  const first = words.find((word) => !/^-[a-zA-Z]*[^cem]$|^--/.test(word))
  return first === undefined || first.startsWith('-') ? [] : checkScript(first, place)
}

/** Checks a file that an interpreter reads; it need not be executable. */
function checkScript(word: string | undefined, { projectDir }: CommandPlace): Complaint[] {
  if (word === undefined || /[$*?]/.test(word)) return []
  const path = resolve(projectDir, word)
  if (!statSync(path, { throwIfNoEntry: false })) return [error(`There is no file ${word}.`, 'Correct the path.')]
  return aboutRelative(word)
}

function checkFile(word: string, place: CommandPlace): Complaint[] {
  const path = resolve(place.projectDir, word)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return [error(`There is no file ${word}.`, 'Correct the path.')]
  if (stat.isDirectory()) return [error(`${word} is a directory.`, 'Name a program in it.')]
  if (!isExecutable(path)) {
    return [error(`${word} may not be run.`, `Give it the run bit: chmod +x ${quoted(path)}`)]
  }
  return [...checkShebang(word, path, place), ...aboutRelative(word)]
}

function checkShebang(word: string, path: string, place: CommandPlace): Complaint[] {
  const line = /^#!([^\n]*)\n/.exec(beginningOf(path))?.[1]
  if (line === undefined) return []
  if (line.endsWith('\r')) {
    const fix = `Write it with Unix line ends: sed -i 's/\\r$//' ${quoted(path)}`
    return [error(`${word} has Windows line ends, so its interpreter is not found.`, fix)]
  }
  const [interpreter = '', ...rest] = line.trim().split(/\s+/)
  const program = /\/env$/.test(interpreter) ? rest.find((each) => !each.startsWith('-')) : interpreter
  if (!program || (program.includes('/') ? isExecutable(program) : findProgram(program, place.path))) return []
  return [error(`${word} wants to be run by ${program}, which is not there.`, 'Install it, or correct the first line.')]
}

/** Commands run in the directory of the session, which may not be the project. */
function aboutRelative(word: string): Complaint[] {
  if (isAbsolute(word)) return []
  const message = `${word} is found only while the session is in the project's own directory.`
  return [{ isError: false, message, fix: `Write "$MUSTER_PROJECT_DIR"/${word.replace(/^\.\//, '')}.` }]
}

function findProgram(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .map((directory) => join(directory || '.', name))
    .find((each) => isExecutable(each) && statSync(each).isFile())
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function beginningOf(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(256)
      return bytes.toString('latin1', 0, readSync(file, bytes))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

function error(message: string, fix: string): Complaint {
  return { isError: true, message, fix }
}
