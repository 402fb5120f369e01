import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, type TestContext, vi } from 'vitest'
import { isAlive } from './is-alive.ts'
import { hooksFor, temporaryPlace } from './temporary-place.ts'

const source = (path: string) => JSON.stringify(new URL(`../src/${path}`, import.meta.url).href)

/** An agent that guards a session, says so, and then does something. */
async function agentThat(does: string, { onTestFinished }: TestContext) {
  const { home, project } = temporaryPlace(
    { user: hooksFor('SessionEnd', `cat >> "$MUSTER_PROJECT_DIR/ended"`) },
    onTestFinished,
  )
  const script = `
    const { guardSession } = await import(${source('guard-session.ts')})
    const session = guardSession({ session_id: 's1', transcript_path: '/t' }, { home: ${JSON.stringify(home)} })
    console.log(session.guardPid)
    ${does}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: project,
    detached: true,
    env: { ...process.env, GUARDED_HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // Before the line is awaited: an agent that ends at once may be gone by then.
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const path = join(project, 'ended')
  return {
    child,
    ended,
    /** What the hooks of SessionEnd read, once nothing can come any more. */
    async ends(): Promise<unknown[]> {
      await ended
      await vi.waitFor(() => expect(isAlive(Number(line))).toBe(false), { timeout: 60_000, interval: 20 })
      if (!existsSync(path)) return []
      return readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each))
    },
  }
}

function groupOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('It did not start.')
  return -child.pid
}

const waits = 'setInterval(() => {}, 1000)'

describe.concurrent('SessionEnd', () => {
  it.for([
    [
      'ends in order',
      `const r = await session.end('other'); await session.end('again'); process.exit(r.outcomes.length === 1 ? 0 : 9)`,
      'other',
      0,
    ],
    ['ends with a reason of its own', `await session.end('logout')`, 'logout', 0],
    ['exits', 'process.exit(0)', 'other', 0],
    ['has nothing more to do', '', 'other', 0],
    ['exits with an error', 'process.exit(3)', 'error', 3],
    ['throws', `setTimeout(() => { throw new Error('bug') })`, 'error', 1],
    ['rejects', `void Promise.reject(new Error('bug'))`, 'error', 1],
  ] as const)('is raised once when the agent %s', async ([_title, does, reason, code], context) => {
    const agent = await agentThat(does, context)
    expect(await agent.ends()).toMatchObject([
      { hook_event_name: 'SessionEnd', session_id: 's1', reason, transcript_path: '/t', cwd: expect.any(String) },
    ])
    expect(await agent.ended).toEqual([code, null])
  })

  it.for([
    ['SIGTERM', 'other'],
    ['SIGINT', 'other'],
    ['SIGHUP', 'other'],
    ['SIGKILL', 'error'],
    ['SIGSEGV', 'error'],
  ] as const)('is raised once when %s ends the agent, which still ends by it', async ([signal, reason], context) => {
    const agent = await agentThat(waits, context)
    agent.child.kill(signal)
    expect(await agent.ends()).toMatchObject([{ reason }])
    expect(await agent.ended).toEqual([null, signal])
  })

  it.for(['SIGTERM', 'SIGKILL'] as const)(
    'is raised once when %s ends everything around the agent',
    async (signal, context) => {
      const agent = await agentThat(waits, context)
      process.kill(groupOf(agent.child), signal)
      expect(await agent.ends()).toHaveLength(1)
    },
  )

  it('leaves the agent to its own listener of a signal', async (context) => {
    const agent = await agentThat(
      `process.on('SIGTERM', async () => { await session.end('logout'); process.exit(5) }); ${waits}`,
      context,
    )
    agent.child.kill('SIGTERM')
    expect(await agent.ends()).toMatchObject([{ reason: 'logout' }])
    expect(await agent.ended).toEqual([5, null])
  })

  it('is raised for each session of an agent that has several', async (context) => {
    const second = `guardSession({ session_id: 's2' }, { home: process.env.GUARDED_HOME })`
    const agent = await agentThat(`${second}; ${waits}`, context)
    agent.child.kill('SIGTERM')
    const sessions = () => agent.ends().then((ends) => ends.map((end) => (end as { session_id: string }).session_id))
    await vi.waitFor(async () => expect((await sessions()).toSorted()).toEqual(['s1', 's2']), { timeout: 60_000 })
    expect(await agent.ended).toEqual([null, 'SIGTERM'])
  })

  it('is raised by the agent when somebody has ended the guard', async (context) => {
    const agent = await agentThat(`process.kill(session.guardPid, 'SIGKILL'); await session.end('other')`, context)
    expect(await agent.ends()).toMatchObject([{ reason: 'other' }])
  })
})
