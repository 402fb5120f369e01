import { randomUUIDv7 } from 'node:crypto'
import { answersIn, writeScripts } from './escape-scripts.ts'
import { agentWithFiles, type World } from './escape-world.ts'
import { FakeRelay } from './fake-relay.ts'
import { startDaemon } from './start-daemon.ts'

/** A daemon whose organization demands the sandbox, and a way to run scripts in a session. */
export async function confined(
  world: World,
  policy: FakeRelay['policy'] = {},
  more: Parameters<typeof startDaemon>[2] = {},
) {
  const relay = await FakeRelay.start()
  relay.policy = { ...policy, sandbox: { enabled: true, ...policy.sandbox } }
  const folders = { folder: world.at.folder, worktrees: false }
  const { daemon } = await startDaemon(relay, world.at, { preset: agentWithFiles(), folders, ...more })
  const run = async (scripts: readonly string[], sessionId = randomUUIDv7()) => {
    const turnId = relay.prompt(sessionId, writeScripts(world, scripts), { autonomyLevel: 'high' })
    const end = await relay.until(() => relay.endOf(turnId))
    return { end, answers: answersIn(relay, turnId), said: relay.textOf(turnId) }
  }
  return { relay, daemon, run }
}
