import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { exitCodes, Failure, usage } from '../command-line/failure.ts'
import { printable } from './width.ts'

/** Asks for confirmation before data is lost or changed. If no person can answer, only `--yes` confirms. */
export async function confirm(question: string, yes: boolean, why = 'This cannot be undone'): Promise<void> {
  if (yes) return
  if (!canAsk()) {
    throw usage(`${why}, and there is nobody to ask here.`, 'Add --yes to go ahead.')
  }
  if (!(await agrees(question))) throw new Failure('Nothing was changed.', exitCodes.refused)
}

/** Whether a person can answer. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

export async function agrees(question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await askLine(`${question} [y/N]`))
}

export async function askLine(question: string): Promise<string> {
  return (await ask(`${printable(question)} `, true)).trim()
}

/** Reads a line without echoing it. */
export async function askHidden(question: string): Promise<string> {
  const answer = await ask(question, false)
  process.stderr.write('\n')
  return answer
}

function ask(question: string, isShown: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const output = isShown ? process.stderr : nowhere
    const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
    // From here on the terminal has no echo, so even a key that is pasted at once stays hidden.
    if (!isShown) process.stderr.write(question)
    lines.once('SIGINT', () => {
      process.stderr.write('\n')
      reject(new Failure('', exitCodes.interrupted))
      lines.close()
    })
    // The end of the input counts as an empty answer.
    lines.once('close', () => resolve(''))
    lines.question(isShown ? question : '', (answer) => {
      resolve(answer)
      lines.close()
    })
  })
}
