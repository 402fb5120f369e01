import { writeSync } from 'node:fs'
import type { Described } from './command-line/describe-error.ts'
import { exitCodes, Failure } from './command-line/failure.ts'
import { loadNodes, locate } from './command-line/locate.ts'
import { version } from './own-files.ts'
import type { Color } from './terminal/cell.ts'
import { colored, createOutput, hasColor } from './terminal/output.ts'
import { printable, printableJson, printableWithColors } from './terminal/width.ts'
import { wrapFor } from './terminal/wrap.ts'

/** Runs one command line and sets the exit code. */
export async function main(words: readonly string[]): Promise<void> {
  endQuietly()
  try {
    await run(words)
  } catch (error) {
    // An invalid command line is reported without loading the rest of the client.
    const described =
      error instanceof Failure ? error : (await import('./command-line/describe-error.ts')).describeError(error)
    process.exitCode = described.exitCode
    await report(described, words)
    if (isFlagged(words, '--debug') && error instanceof Error) process.stderr.write(`${printable(error.stack ?? '')}\n`)
  }
}

async function run(line: readonly string[]): Promise<void> {
  const words = line[0] === 'help' ? [...line.slice(1), '--help'] : line
  if (words[0] === '--version') return void process.stdout.write(`${version}\n`)
  const nodes = await loadNodes(words)
  if (words[0] === '--complete') {
    const { createContext } = await import('./command-line/context.ts')
    const { printCompletions } = await import('./command-line/complete.ts')
    return printCompletions(words.slice(1), nodes, createContext(createOutput(process, false), undefined, false))
  }
  if (words.length === 0 || isFlagged(words, '--help', '-h')) {
    const { helpText } = await import('./command-line/help.ts')
    const width = Math.min(process.stdout.columns || 80, 100)
    return void process.stdout.write(`${helpText(locate(words, nodes), width)}\n`)
  }
  const { createContext } = await import('./command-line/context.ts')
  const { parse } = await import('./command-line/parser.ts')
  const { command, args } = parse(words, nodes)
  const out = createOutput(process, args.json === true)
  const url = typeof args.url === 'string' ? args.url : undefined
  await command.run(args as never, createContext(out, url, args.debug === true))
}

/** Prints what went wrong, what to do, and what to tell the operator. */
async function report(described: Described, words: readonly string[]): Promise<void> {
  const { exitCode, message, hint, requestId } = described
  if (isFlagged(words, '--json')) {
    // In the format of the service's errors, so that programs parse both alike.
    const problem = described.problem ?? { title: 'The command failed', detail: message, code: codeOf(exitCode) }
    process.stderr.write(`${printableJson({ ...problem, ...(hint && { hint }), exitCode })}\n`)
    return
  }
  const paint = (text: string, color: Color) => (hasColor(process.stderr, process.env) ? colored(text, color) : text)
  const advice = hint ?? (exitCode === exitCodes.usage ? `Try \`${await helpCommand(words)}\`.` : undefined)
  const lines = [
    message && wrapFor(process.stderr, `Error: ${message}`).replace('Error:', paint('Error:', 'red')),
    advice && wrapFor(process.stderr, advice),
    requestId && paint(`Request ${requestId}`, 'dim'),
  ]
  for (const line of lines) if (line) process.stderr.write(`${printableWithColors(line)}\n`)
}

/** Converts `notLoggedIn` to `not_logged_in`, like the codes of the service. */
function codeOf(exitCode: number): string {
  const [name = 'refused'] = Object.entries(exitCodes).find(([, code]) => code === exitCode) ?? []
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The help page of a command line; that of `muster` itself if no command matches. */
async function helpCommand(words: readonly string[]): Promise<string> {
  const path = await loadNodes(words)
    .then((nodes) => locate(words, nodes).path)
    .catch(() => [])
  return ['muster', ...path, '--help'].join(' ')
}

/** Whether an option is given. Words after `--` are not options. */
function isFlagged(words: readonly string[], ...flags: readonly string[]): boolean {
  const end = words.indexOf('--')
  return words.slice(0, end < 0 ? words.length : end).some((word) => flags.includes(word))
}

/** The output so far is incomplete, so the exit code must show a failure. */
function endWithFullDisk(): never {
  // Written directly, because the stream may be the one that failed.
  try {
    writeSync(2, 'Error: The answer could not be written: the disk is full.\n')
  } catch {
    // Standard error has failed too, so nothing can be reported.
  }
  process.exit(exitCodes.refused)
}

/** Ctrl-C is no failure, nor is a reader such as `head` that stops reading. */
function endQuietly(): void {
  process.on('SIGINT', () => process.exit(exitCodes.interrupted))
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(exitCodes.ok)
      if (error.code === 'ENOSPC') endWithFullDisk()
      throw error
    })
  }
}
