import { onTestFinished } from 'vitest'
import type { TestServer } from '../../server/src/testing/test-server.ts'
import { type Ended, muster, temporaryHome } from './run-muster.ts'

/** Runs commands as the owner of the test organization. */
export async function asOwner(server: TestServer) {
  return asPerson(server, server.acme.owner.key)
}

export async function asPerson(server: TestServer, key: string) {
  const env = { HOME: await temporaryHome(), MUSTER_API_URL: server.address, MUSTER_API_KEY: key }
  const calls: Ended[] = []
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') for (const { stderr } of calls) console.error(stderr)
  })
  const call = async (args: readonly string[], input?: string) => {
    const ended = await muster(args, { env, ...(input !== undefined && { input }) })
    calls.push(ended)
    return ended
  }
  return {
    env,
    call,
    /** The standard output of a command that must succeed. */
    async text(...args: readonly string[]): Promise<string> {
      const { code, stdout, stderr } = await call(args)
      if (code !== 0) throw new Error(`muster ${args.join(' ')} ended with ${code}: ${stderr}`)
      return stdout.trimEnd()
    },
    async json<T = Record<string, unknown>>(...args: readonly string[]): Promise<T> {
      return JSON.parse(await this.text(...args, '--json'))
    },
  }
}
