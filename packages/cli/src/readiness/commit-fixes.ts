import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { exitCodes, Failure } from '../command-line/failure.ts'

const run = promisify(execFile)

/** The hooks of a repository may come from anybody, so none of them runs. */
const withoutHooks = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false']

/** Creates a branch for the next commit. Uncommitted changes stay. */
export async function startBranch(root: string, branch: string): Promise<void> {
  await git(root, ['switch', '--quiet', '--create', branch], `The branch ${branch} could not be made`)
}

/** Commits these files only. */
export async function commitFiles(root: string, paths: readonly string[], subject: string): Promise<void> {
  await git(root, ['--literal-pathspecs', 'add', '--', ...paths], 'The files could not be added')
  await git(
    root,
    ['--literal-pathspecs', 'commit', '--quiet', '--message', subject, '--only', '--', ...paths],
    'The commit could not be made',
  )
}

async function git(root: string, args: readonly string[], failed: string): Promise<void> {
  try {
    await run('git', ['-C', root, ...withoutHooks, ...args], { env: { ...process.env, GIT_TERMINAL_PROMPT: '0' } })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n')[0] : ''
    throw new Failure(`${failed}${said ? `: ${said}` : '.'}`, exitCodes.refused, 'The files stay as they are.')
  }
}
