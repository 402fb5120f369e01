import { randomUUIDv7 } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FakeRelay } from './fake-relay.ts'
import { kill, spawnDaemon } from './spawn-daemon.ts'
import { demoAgent, scriptedAgent, startDaemon, temporaryHome } from './start-daemon.ts'

/** A home whose hooks write their input into a file, a line each. */
function withHooks(hooks: Record<string, readonly { command: string; matcher?: string }[]>) {
  const at = temporaryHome()
  const diary = join(at.home, 'hooks.jsonl')
  const entries = Object.entries(hooks).map(([event, commands]) => [
    event,
    commands.map(({ command, matcher }) => ({
      ...(matcher && { matcher }),
      hooks: [{ type: 'command', command: command.replace('DIARY', diary) }],
    })),
  ])
  mkdirSync(join(at.home, '.muster'), { recursive: true })
  writeFileSync(join(at.home, '.muster', 'settings.json'), JSON.stringify({ hooks: Object.fromEntries(entries) }))
  const events = (): Record<string, unknown>[] =>
    existsSync(diary)
      ? readFileSync(diary, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []
  const names = () => events().map(({ hook_event_name: name }) => name)
  return { at, events, names }
}

const note = [{ command: 'cat >> DIARY' }]

describe('hooks of the user', () => {
  it('get the events of a session from its beginning to its end', async () => {
    const all = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Notification', 'Stop', 'SessionEnd']
    const { at, events, names } = withHooks(Object.fromEntries(all.map((event) => [event, note])))
    const relay = await FakeRelay.start()
    const { daemon } = await startDaemon(relay, at)
    const sessionId = randomUUIDv7()
    const turnId = relay.prompt(sessionId, 'write a.txt Hi.')
    const permission = await relay.until(
      () => relay.updatesOf(turnId).flatMap((update) => (update.kind === 'permission' ? [update.permission] : []))[0],
    )
    relay.send({ type: 'decided', sessionId, turnId, permissionId: permission.id, optionId: 'yes' })
    await relay.until(() => relay.endOf(turnId))
    await daemon.stop(0)
    await expect.poll(() => new Set(names())).toEqual(new Set(all))
    expect(names().filter((name) => name === 'PreToolUse')).toHaveLength(1)
    expect(events().find(({ hook_event_name: name }) => name === 'PreToolUse')).toMatchObject({
      session_id: sessionId,
      cwd: at.folder,
      tool_name: 'write',
      tool_input: { content: 'Hi.\n' },
    })
    expect(events().find(({ hook_event_name: name }) => name === 'Notification')).toMatchObject({
      notification_type: 'permission_prompt',
    })
    expect(events().find(({ hook_event_name: name }) => name === 'SessionEnd')).toMatchObject({ reason: 'other' })
  })

  it('refuse a tool, whatever the level', async () => {
    const { at } = withHooks({ PreToolUse: [{ matcher: 'write', command: 'echo Not today. >&2; exit 2' }] })
    const relay = await FakeRelay.start()
    await startDaemon(relay, at)
    const turnId = relay.prompt(randomUUIDv7(), 'write a.txt Hi.', { autonomyLevel: 'high' })
    await relay.until(() => relay.endOf(turnId))
    expect(existsSync(join(at.folder, 'a.txt'))).toBe(false)
    expect(relay.textOf(turnId)).toContain('tool answers: Not allowed.')
  })

  it('allow a tool at every level, but never a plan while the session plans', async () => {
    const answer = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } })
    const { at } = withHooks({ PreToolUse: [{ command: `echo '${answer}'` }] })
    const relay = await FakeRelay.start()
    await startDaemon(relay, at, { preset: scriptedAgent(demoAgent()) })
    const sessionId = randomUUIDv7()
    const tool = relay.prompt(sessionId, 'tells it', { autonomyLevel: 'off' })
    await relay.until(() => relay.endOf(tool))
    expect(relay.updatesOf(tool).filter(({ kind }) => kind === 'permission')).toEqual([])
    const plan = relay.prompt(sessionId, 'leaves its plan', { autonomyLevel: 'high', interactionMode: 'spec' })
    const question = await relay.until(() => relay.updatesOf(plan).find((update) => update.kind === 'permission'))
    expect(question).toMatchObject({
      permission: { toolCall: { kind: 'switch_mode', input: { plan: 'First this.' } } },
    })
  })

  it('end the turn of an agent that did not ask', async () => {
    const { at } = withHooks({ PreToolUse: [{ matcher: 'list', command: 'echo Look away. >&2; exit 2' }] })
    const relay = await FakeRelay.start()
    await startDaemon(relay, at)
    const turnId = relay.prompt(randomUUIDv7(), 'list\nwait 600')
    const end = await relay.until(() => relay.endOf(turnId))
    expect(end).toMatchObject({ outcome: 'failed', error: expect.stringContaining('Look away.') })
  })

  it('refuse a message', async () => {
    const { at } = withHooks({ UserPromptSubmit: [{ command: 'echo No secrets here. >&2; exit 2' }] })
    const relay = await FakeRelay.start()
    await startDaemon(relay, at)
    const turnId = relay.prompt(randomUUIDv7(), 'say It.')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'failed', error: 'No secrets here.' })
    expect(relay.textOf(turnId)).toEqual([])
  })

  it('keep the agent from stopping, and tell it what to do', async () => {
    const command = 'grep -q \'"stop_hook_active":true\' && exit 0; echo say Once more. >&2; exit 2'
    const { at } = withHooks({ Stop: [{ command }] })
    const relay = await FakeRelay.start()
    await startDaemon(relay, at)
    const turnId = relay.prompt(randomUUIDv7(), 'say First.')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
    expect(relay.textOf(turnId).join('\n')).toMatch(/First\.[\s\S]*Once more\./)
  })

  it('get the end of a session even if the daemon is killed', async () => {
    const { at, events } = withHooks({ SessionEnd: note })
    const relay = await FakeRelay.start()
    const daemon = await spawnDaemon(relay, at)
    const turnId = relay.prompt(randomUUIDv7(), 'say Hello.')
    await relay.until(() => relay.endOf(turnId))
    await kill(daemon)
    await expect
      .poll(() => events()[0])
      .toMatchObject({
        hook_event_name: 'SessionEnd',
        reason: 'error',
      })
  })
})
