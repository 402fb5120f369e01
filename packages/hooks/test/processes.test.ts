import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createHooks, type HooksOptions } from '../src/hooks.ts'
import { createSlots } from '../src/slots.ts'
import { isAlive } from './is-alive.ts'
import { hooksFor, temporaryPlace } from './temporary-place.ts'

type Command = string | { command: string; timeout?: number }

function hooksWith(commands: readonly Command[], options: HooksOptions = {}, event = 'PostToolUse') {
  const { home, project } = temporaryPlace({ user: hooksFor(event, ...commands) })
  const hooks = createHooks({ home, cwd: project, watch: false, graceMs: 200, ...options })
  return { hooks, home, project }
}

async function outcomeOf(command: Command, options: HooksOptions = {}, fields: Record<string, unknown> = {}) {
  const { hooks, home, project } = hooksWith([command], options)
  const { outcomes } = await hooks.raise('PostToolUse', { session_id: 's', tool_name: 'Bash', ...fields })
  const [outcome] = outcomes
  if (!outcome) throw new Error('Nothing ran.')
  return { outcome, home, project }
}

function pidIn(path: string): number {
  return Number(readFileSync(path, 'utf8'))
}

/** What this process has open that a command could have left: its pipes and sockets. */
function openPipes(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return /^(pipe|socket):/.test(readlinkSync(`/proc/self/fd/${fd}`))
    } catch {
      return false
    }
  }).length
}

function children(): number[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)
}

describe('a command', () => {
  it('that hangs is ended after its timeout, with what it started', async () => {
    const { outcome, project } = await outcomeOf({ command: 'sleep 100 & echo $! > child; sleep 100', timeout: 1 })
    expect(outcome).toMatchObject({ timedOut: true, exitCode: null, signal: 'SIGTERM', decision: 'none' })
    expect(isAlive(pidIn(join(project, 'child')))).toBe(false)
  })

  it('that ignores SIGTERM is ended by force', async () => {
    const command = 'trap "" TERM; echo $$ > own; while :; do sleep 0.05; done'
    const { outcome, project } = await outcomeOf({ command, timeout: 1 })
    expect(outcome).toMatchObject({ timedOut: true, signal: 'SIGKILL' })
    expect(isAlive(pidIn(join(project, 'own')))).toBe(false)
  })

  it('that ends at SIGTERM is ended with its children that ignore the signal', async () => {
    const command = '(trap "" TERM; echo started > ready; while :; do sleep 0.05; done) & echo $! > child; wait'
    const { outcome, project } = await outcomeOf({ command, timeout: 1 })
    expect(outcome).toMatchObject({ timedOut: true, signal: 'SIGTERM' })
    expect(existsSync(join(project, 'ready'))).toBe(true)
    expect(isAlive(pidIn(join(project, 'child')))).toBe(false)
  })

  it('that hangs is ended with processes that left its process group', async () => {
    const far = `setsid sh -c 'echo $$ > "$0/far"; exec sleep 100' "$PWD" &`
    const bare = `setsid env -i sh -c 'echo $$ > "$0/bare"; exec sleep 100' "$PWD" &`
    const orphan = `(setsid sh -c 'trap "" TERM; echo $$ > "$0/orphan"; while :; do sleep 0.05; done' "$PWD" & )`
    const { outcome, project } = await outcomeOf({ command: `${far} ${bare} ${orphan}; sleep 100`, timeout: 2 })
    expect(outcome).toMatchObject({ timedOut: true })
    const pids = ['far', 'bare', 'orphan'].map((name) => pidIn(join(project, name)))
    expect(pids.every((pid) => pid > 0)).toBe(true)
    expect(pids.map(isAlive)).toEqual([false, false, false])
  })

  it('that cleans up at SIGTERM is read to the end', async () => {
    const command = 'trap "echo tidy; exit 0" TERM; sleep 100 & wait'
    const { outcome } = await outcomeOf({ command, timeout: 1 }, { graceMs: 20_000 })
    expect(outcome).toMatchObject({ timedOut: true, exitCode: 0, stdout: 'tidy\n' })
  })

  it('that leaves something in the background, which holds its output, is not waited for', async () => {
    const { outcome, project } = await outcomeOf('echo before; sleep 100 & echo $! > child; echo after')
    expect(outcome).toMatchObject({ timedOut: false, exitCode: 0, stdout: 'before\nafter\n' })
    const child = pidIn(join(project, 'child'))
    onTestFinished(() => void process.kill(child))
    expect(isAlive(child)).toBe(true)
  })

  it('that closes its input without reading is fine, however much there is', async () => {
    const { outcome } = await outcomeOf('exec 0<&-; echo fine', {}, { tool_input: { text: 'x'.repeat(2_000_000) } })
    expect(outcome).toMatchObject({ exitCode: 0, stdout: 'fine\n' })
  })

  it('reads input of any size to its end', async () => {
    const { outcome } = await outcomeOf('wc -c', {}, { tool_input: { text: 'x'.repeat(2_000_000) } })
    expect(Number(outcome.stdout)).toBeGreaterThan(2_000_000)
  })

  it('that prints 100 MB is read to its end, and the beginning is kept', async () => {
    const { outcome } = await outcomeOf('head -c 100000000 /dev/zero | tr "\\0" x; echo end >&2', {
      maxOutputBytes: 1000,
    })
    expect(outcome).toMatchObject({ exitCode: 0, truncated: true, stdout: 'x'.repeat(1000), stderr: 'end\n' })
  })

  it('that prints invalid UTF-8 is shown with replacement characters', async () => {
    const { outcome } = await outcomeOf("printf 'a\\377\\376b'")
    expect(outcome.stdout).toBe('a\uFFFD\uFFFDb')
  })

  it('is not cut inside of a character', async () => {
    const { outcome } = await outcomeOf("printf 'aäöü'", { maxOutputBytes: 4 })
    expect(outcome).toMatchObject({ stdout: 'aä', truncated: true })
  })

  it('that ends by a signal says which', async () => {
    const { outcome } = await outcomeOf('kill -SEGV $$')
    expect(outcome).toMatchObject({ exitCode: null, signal: 'SIGSEGV', timedOut: false })
  })

  it('that cannot be started says why', async () => {
    const { outcome } = await outcomeOf('echo a\0b')
    expect(outcome).toMatchObject({ exitCode: null, error: expect.stringContaining('null bytes') })
  })

  it('does not get the ids of a session around it', async () => {
    const env = { ...process.env, MUSTER_SESSION_ID: 'outer', MUSTER_TOOL_USE_ID: 'outer' }
    const { outcome } = await outcomeOf('echo "$MUSTER_SESSION_ID,$MUSTER_TOOL_USE_ID"', { env })
    expect(outcome.stdout).toBe('s,\n')
  })

  it('has its own process group', async () => {
    const { outcome } = await outcomeOf('[ "$(ps -o pgid= -p $$ | tr -d " ")" = $$ ] && echo own')
    expect(outcome.stdout).toBe('own\n')
  })

  it('is ended when the agent cannot wait', async () => {
    const { hooks, project } = hooksWith(['echo $$ > own; sleep 100'])
    const controller = new AbortController()
    const raised = hooks.raise('PostToolUse', { tool_name: 'x' }, { signal: controller.signal })
    await vi.waitFor(() => expect(pidIn(join(project, 'own'))).toBeGreaterThan(0), { timeout: 60_000 })
    controller.abort()
    expect((await raised).outcomes).toMatchObject([{ aborted: true, timedOut: false, signal: 'SIGTERM' }])
    expect(isAlive(pidIn(join(project, 'own')))).toBe(false)
    const late = await hooks.raise('PostToolUse', { tool_name: 'x' }, { signal: controller.signal })
    expect(late.outcomes).toMatchObject([{ aborted: true, error: expect.any(String) }])
  })
})

describe('commands of one event', () => {
  it('run at once', async () => {
    // Each waits for the other, so one after the other they would never end.
    const meet = (own: string, other: string) => `touch ${own}; until [ -e ${other} ]; do sleep 0.01; done; echo ${own}`
    const { hooks } = hooksWith([meet('a', 'b'), meet('b', 'a')])
    const { outcomes } = await hooks.raise('PostToolUse', { tool_name: 'x' })
    expect(outcomes.map(({ stdout }) => stdout)).toEqual(['a\n', 'b\n'])
  })
})

describe('two hundred events at once', () => {
  it('all get their answers, and leave no process and no open file behind', async () => {
    const { hooks } = hooksWith(['cat', 'sleep 0.01; exit 3'])
    const before = { pipes: openPipes(), children: children() }
    const raised = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        hooks.raise('PostToolUse', { tool_name: 'x', tool_use_id: `t${index}` }),
      ),
    )
    for (const [index, { outcomes }] of raised.entries()) {
      expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 3])
      expect(JSON.parse(outcomes[0]?.stdout ?? '')).toMatchObject({ tool_use_id: `t${index}` })
    }
    await vi.waitFor(() => expect({ pipes: openPipes(), children: children() }).toEqual(before), { timeout: 60_000 })
  })
})

describe('a process that may open few files', () => {
  it('still gets the answer of every hook', async () => {
    const { home, project } = temporaryPlace({ user: hooksFor('PreToolUse', 'echo no >&2; exit 2') })
    const script = `
      const { createHooks } = await import(${JSON.stringify(new URL('../src/hooks.ts', import.meta.url).href)})
      const hooks = createHooks({ home: ${JSON.stringify(home)}, cwd: ${JSON.stringify(project)}, watch: false })
      const all = Array.from({ length: 100 }, () => hooks.raise('PreToolUse', { tool_name: 'Bash' }))
      console.log((await Promise.all(all)).filter(({ reason }) => reason === 'no').length)`
    const words = [process.execPath, '--input-type=module', '-e', script]
    const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -n 50; exec "$@"', 'sh', ...words])
    expect(stdout).toBe('100\n')
  })
})

describe('slots', () => {
  it('admit a number at once, the others in order, and nobody who gave up', async () => {
    const slots = createSlots(2)
    const first = await slots.take(60_000)
    await slots.take(60_000)
    const entered: string[] = []
    const enter = async (name: string, signal?: AbortSignal) => {
      const leave = await slots.take(60_000, signal)
      entered.push(leave ? name : `not ${name}`)
      return leave
    }
    const controller = new AbortController()
    const waiting = [enter('a'), enter('b', controller.signal), enter('c')]
    controller.abort()
    await waiting[1]
    first?.()
    first?.()
    const leave = await waiting[0]
    expect(entered).toEqual(['not b', 'a'])
    leave?.()
    await waiting[2]
    expect(entered).toEqual(['not b', 'a', 'c'])
    expect(await slots.take(1)).toBeUndefined()
  })
})

describe('a hook that keeps the agent from stopping', () => {
  it('learns that it did so before, and is ignored after eight times in a row', async () => {
    const { hooks } = hooksWith(['cat; echo more >&2; exit 2'], {}, 'Stop')
    const fields = { session_id: 's1' }
    for (let round = 0; round < 8; round += 1) {
      const raised = await hooks.raise('Stop', fields)
      expect(raised).toMatchObject({ isBlocked: true, reason: 'more\n'.trim(), isLoopBroken: false })
      expect(JSON.parse(raised.outcomes[0]?.stdout ?? '')).toMatchObject({ stop_hook_active: round > 0 })
    }
    const last = await hooks.raise('Stop', fields)
    expect(last).toMatchObject({ isBlocked: false, isLoopBroken: true })
    expect(last).not.toHaveProperty('reason')
    expect(await hooks.raise('Stop', fields)).toMatchObject({ isBlocked: true })
  })

  it('is counted for each session by itself, and anew after a prompt', async () => {
    const { hooks } = hooksWith(['exit 2'], { maxStopRounds: 1 }, 'Stop')
    expect(await hooks.raise('Stop', { session_id: 'a' })).toMatchObject({ isBlocked: true })
    expect(await hooks.raise('Stop', { session_id: 'b' })).toMatchObject({ isBlocked: true })
    await hooks.raise('UserPromptSubmit', { session_id: 'a' })
    expect(await hooks.raise('Stop', { session_id: 'a' })).toMatchObject({ isBlocked: true })
    expect(await hooks.raise('Stop', { session_id: 'b' })).toMatchObject({ isBlocked: false, isLoopBroken: true })
  })

  it('is still counted when the agent sends itself the reason as a prompt', async () => {
    const { hooks } = hooksWith(['echo more >&2; exit 2'], {}, 'Stop')
    const fields = { session_id: 's1' }
    for (let round = 0; round < 8; round += 1) {
      expect(await hooks.raise('Stop', fields)).toMatchObject({ isBlocked: true })
      await hooks.raise('UserPromptSubmit', { ...fields, prompt: 'more\n' })
    }
    expect(await hooks.raise('Stop', fields)).toMatchObject({ isBlocked: false, isLoopBroken: true })
  })

  it('is counted for each sub-agent by itself', async () => {
    const { hooks } = hooksWith(['exit 2'], { maxStopRounds: 1 }, 'SubagentStop')
    const stop = (agent_id: string) => hooks.raise('SubagentStop', { session_id: 'a', agent_id })
    expect(await stop('x')).toMatchObject({ isBlocked: true })
    expect(await stop('y')).toMatchObject({ isBlocked: true })
    expect(await stop('x')).toMatchObject({ isBlocked: false, isLoopBroken: true })
  })
})
