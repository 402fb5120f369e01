import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PlannedProgram } from '@muster/readiness/fix/plan'
import type { Context } from '../command-line/context.ts'
import { exitCodes, Failure } from '../command-line/failure.ts'
import { agrees, canAsk } from '../terminal/prompt.ts'

/** Long enough for a large dependency tree over a slow connection. */
const timeoutMs = 10 * 60_000

/** The programs that a person agrees to run. Each contacts a registry, and may run code of the repository. */
export async function agreedPrograms(
  programs: readonly PlannedProgram[],
  isAgreed: boolean,
  out: Context['out'],
): Promise<readonly PlannedProgram[]> {
  const agreed: PlannedProgram[] = []
  for (const program of programs) {
    const question = `Run \`${lineOf(program)}\` to make ${program.makes}? It asks its registry, and may run code of this repository.`
    if (isAgreed || (canAsk() && (await agrees(question)))) agreed.push(program)
    else out.note(`To make ${program.makes}, run \`${lineOf(program)}\` yourself, or add --run.`)
  }
  return agreed
}

export async function runProgram(root: string, program: PlannedProgram, out: Context['out']): Promise<void> {
  const line = lineOf(program)
  out.note(`Running ${line} …`)
  const failure = await failureOf(root, program)
  if (failure === undefined && existsSync(join(root, program.makes))) return out.note(`Made: ${program.makes}.`)
  throw new Failure(
    `${program.makes} was not made: ${failure ?? `${line} ended well, but wrote none; its settings may say so`}.`,
    exitCodes.refused,
    `It needs its registry: see what it said above, and run \`${line}\` when that can be reached.`,
  )
}

export function lineOf({ command, directory }: PlannedProgram): string {
  return `${directory ? `cd ${directory} && ` : ''}${command.join(' ')}`
}

/** The program's output goes to standard error. Its environment contains none of our variables. */
function failureOf(root: string, { command, directory }: PlannedProgram): Promise<string | undefined> {
  const [name = '', ...args] = command
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('MUSTER_')))
  return new Promise((resolve) => {
    const child = spawn(name, args, { cwd: join(root, directory), env, stdio: ['ignore', 2, 2], timeout: timeoutMs })
    child.once('error', (error) =>
      resolve('code' in error && error.code === 'ENOENT' ? `${name} is not installed` : error.message),
    )
    child.once('exit', (code, signal) => resolve(code === 0 ? undefined : `${name} ended with ${code ?? signal}`))
  })
}
