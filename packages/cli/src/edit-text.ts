import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { exitCodes, Failure } from './command-line/failure.ts'

/** A text in a temporary file, to be edited in the user's editor. */
interface Draft {
  readonly path: string
  /** Opens the editor and returns the edited text. If the editor fails, the file is removed. */
  edit(): Promise<string>
  discard(): Promise<void>
}

export async function createDraft(text: string, name: string, env: NodeJS.ProcessEnv): Promise<Draft> {
  // The directory is private, so other users of this machine cannot read the text.
  const path = join(await mkdtemp(join(tmpdir(), 'muster-')), name)
  const discard = () => rm(dirname(path), { recursive: true, force: true })
  await writeFile(path, text, { mode: 0o600 })
  return {
    path,
    async edit() {
      try {
        await openEditor(path, env)
        return await readFile(path, 'utf8')
      } catch (error) {
        await discard()
        throw error
      }
    },
    discard,
  }
}

/** While the editor runs, Ctrl-C goes to it. */
async function openEditor(path: string, env: NodeJS.ProcessEnv): Promise<void> {
  const editor = env.VISUAL || env.EDITOR || 'vi'
  const handlers = process.listeners('SIGINT')
  const ignore = () => {}
  process.removeAllListeners('SIGINT').on('SIGINT', ignore)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      // Runs it through the shell, because the variable may contain arguments, as in `code --wait`.
      const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', path], { stdio: 'inherit' })
      child.on('error', reject)
      child.on('close', resolve)
    })
    if (code !== 0) throw new Failure(`The editor (${editor}) failed. Nothing was changed.`, exitCodes.refused)
  } finally {
    process.off('SIGINT', ignore)
    for (const handler of handlers) process.on('SIGINT', handler)
  }
}
