import { copyFile, link, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stubServer } from '../../sdk/test/stub-server.ts'
import { launcher, run, temporaryHome } from './run-muster.ts'

/** A Node under another path that is told not to run TypeScript, as an old one would not. */
async function oldNode(): Promise<string> {
  const path = join(await temporaryHome(), 'node')
  await link(process.execPath, path).catch(() => copyFile(process.execPath, path))
  return path
}

const oldArguments = ['--no-strip-types', launcher]

describe('an old Node', () => {
  it('hands over to the one that npm installed, with arguments, input, output and exit code', async () => {
    const node = await oldNode()
    const { version } = JSON.parse(await readFile(join(launcher, '../../package.json'), 'utf8'))
    expect(await run(node, [...oldArguments, '--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    expect(await run(node, [...oldArguments, 'keys', 'lst'])).toMatchObject({ code: 2 })
    const { url, seen } = await stubServer([{ body: { messageId: 'm1', status: 'pending' } }])
    const env = { MUSTER_API_URL: url, MUSTER_API_KEY: 'k' }
    const args = [...oldArguments, 'messages', 'post', '00000000-0000-4000-8000-00000000abcd', '-']
    expect(await run(node, args, { env, input: 'from a pipe' })).toMatchObject({ code: 0, stdout: 'm1\n' })
    expect(seen[0]?.body).toBe('{"text":"from a pipe"}')
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('passes %s on', async (signal) => {
    const node = await oldNode()
    const { url, seen } = await stubServer([{ silent: true }])
    const ended = await run(node, [...oldArguments, 'whoami'], {
      env: { MUSTER_API_URL: url, MUSTER_API_KEY: 'k' },
      onStart: (child) => {
        const timer = setInterval(() => {
          if (seen.length === 0) return
          clearInterval(timer)
          child.kill(signal)
        }, 10)
      },
    })
    expect(ended).toEqual({ code: signal === 'SIGINT' ? 130 : null, stdout: '', stderr: '' })
  })

  it('says what is missing when there is no other', async () => {
    const ended = await run(process.execPath, [...oldArguments, '--version'])
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('needs Node 24 or newer') })
  })
})
