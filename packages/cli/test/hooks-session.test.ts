import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isAlive } from '../../hooks/test/is-alive.ts'
import { hooksPlace } from './hooks-place.ts'
import { launcher } from './run-muster.ts'

/** An agent that starts a command for each event, as agents do, and then waits to be told the next one. */
const agentScript = `
import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  const [event, input] = JSON.parse(line)
  const command = process.execPath + ' ' + ${JSON.stringify(launcher)} + ' hooks run ' + event
  const { status } = spawnSync('sh', ['-c', command], { input: JSON.stringify(input) })
  console.log(status)
}
`

async function agentWith(command: string) {
  const made = await hooksPlace()
  await made.muster(['hooks', 'add', 'SessionEnd', command])
  const script = join(made.home, 'agent.mjs')
  writeFileSync(script, agentScript)
  const agent = spawn(process.execPath, [script], {
    cwd: made.project,
    env: { PATH: process.env.PATH, HOME: made.home },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void agent.kill('SIGKILL'))
  const raise = async (event: string, fields: Record<string, unknown> = {}) => {
    agent.stdin.write(`${JSON.stringify([event, { session_id: 's1', ...fields }])}\n`)
    const [text] = (await once(agent.stdout, 'data')) as [Buffer]
    return Number(text)
  }
  const ends = (): unknown[] => linesOf(join(made.project, 'ended')).map((line) => JSON.parse(line))
  return { ...made, agent, raiseInAgent: raise, ends, watchers: () => watchersIn(made.home) }
}

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}

/** The processes that watch sessions of a home. */
function watchersIn(home: string): number[] {
  const directory = join(home, '.muster', 'sessions')
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => name !== 'ended') : []
  return names.map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')).watcher)
}

async function end(agent: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(agent, 'exit')
  agent.kill(signal)
  await ended
}

const patient = { timeout: 60_000, interval: 50 }

describe('the session of an agent that only raises events', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)('ends once when %s ends the agent', async (signal) => {
    const { agent, raiseInAgent, ends, watchers, raise, project } = await agentWith('cat >> ended')
    expect(await raiseInAgent('SessionStart', { source: 'startup' })).toBe(0)
    expect(await raiseInAgent('SessionStart', { source: 'compact' })).toBe(0)
    const [watcher = 0, ...more] = watchers()
    expect([isAlive(watcher), more]).toEqual([true, []])
    await end(agent, signal)
    await vi.waitFor(() => expect(isAlive(watcher)).toBe(false), patient)
    expect(ends()).toMatchObject([{ hook_event_name: 'SessionEnd', session_id: 's1', reason: 'error', cwd: project }])
    // A late event of the same agent does not end the session a second time.
    expect(await raise('SessionEnd', { session_id: 's1', reason: 'other' })).toMatchObject({ code: 0 })
    expect(ends()).toHaveLength(1)
    // A session that was resumed can end again.
    await raise('SessionStart', { session_id: 's1', source: 'resume' })
    await raise('SessionEnd', { session_id: 's1', reason: 'exit' })
    expect(ends()).toMatchObject([{}, { reason: 'exit' }])
  })

  it('ends once when the agent says so, and nobody watches it any more', async () => {
    const { agent, raiseInAgent, ends, watchers, raise } = await agentWith('cat >> ended')
    await raiseInAgent('SessionStart')
    const [watcher = 0] = watchers()
    expect(isAlive(watcher)).toBe(true)
    expect(await raiseInAgent('SessionEnd', { reason: 'logout' })).toBe(0)
    expect(ends()).toMatchObject([{ reason: 'logout' }])
    await vi.waitFor(() => expect(isAlive(watcher)).toBe(false), patient)
    await end(agent, 'SIGKILL')
    expect(ends()).toHaveLength(1)
    // An explicit second SessionEnd is raised.
    await raise('SessionEnd', { session_id: 's1', reason: 'exit' })
    expect(ends()).toHaveLength(2)
  })

  it('is not watched if no hook wants its end', async () => {
    const { raise, home } = await hooksPlace()
    expect(await raise('SessionStart', { session_id: 's1' })).toMatchObject({ code: 0 })
    expect(watchersIn(home)).toEqual([])
  })
})

describe('hooks of SessionEnd', () => {
  it('continue after Codex, which waits at most three seconds, has got its answer', async () => {
    const { muster, project, raise } = await hooksPlace()
    await muster(['hooks', 'add', 'SessionEnd', 'until [ -e go ]; do sleep 0.05; done; echo done > done'])
    const input = JSON.stringify({ session_id: 's1', reason: 'other' })
    expect(await muster(['hooks', 'run', 'SessionEnd', '--agent', 'codex'], { input })).toMatchObject({ code: 0 })
    expect(existsSync(join(project, 'done'))).toBe(false)
    writeFileSync(join(project, 'go'), '')
    await vi.waitFor(() => expect(existsSync(join(project, 'done'))).toBe(true), patient)
    // The hook ends at once now, so another agent gets its outcome.
    expect(await raise('SessionEnd', { session_id: 's2' })).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})
