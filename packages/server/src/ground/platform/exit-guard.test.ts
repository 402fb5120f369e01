import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'

const run = promisify(execFile)
const guard = new URL('./exit-guard.ts', import.meta.url).href

async function exitOf(script: string): Promise<{ code: number | null; signal: string | null }> {
  const text = `import { killUnlessEnded } from '${guard}'\n${script}`
  return run(process.execPath, ['--input-type=module', '-e', text]).then(
    () => ({ code: 0, signal: null }),
    ({ code, signal }: { code: number | null; signal: string | null }) => ({ code, signal }),
  )
}

describe('a process that ends', () => {
  it('is killed when a thread of the pool never comes back and the exit waits for it', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'muster-exit-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    const pipe = join(directory, 'pipe')
    await run('mkfifo', [pipe])
    // Nobody ever writes to it, so opening it for reading never ends.
    const script = `
      import { open } from 'node:fs'
      killUnlessEnded(1_000)
      open(${JSON.stringify(pipe)}, 'r', () => {})
      setImmediate(() => process.exit(0))`
    expect(await exitOf(script)).toEqual({ code: null, signal: 'SIGKILL' })
  })

  it('keeps its exit code otherwise, and is not kept alive by the guard', async () => {
    expect(await exitOf('killUnlessEnded(50_000); process.exitCode = 7')).toEqual({ code: 7, signal: null })
  })
})
