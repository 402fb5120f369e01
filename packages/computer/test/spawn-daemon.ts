import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AgentPreset } from '../src/agent/preset.ts'
import type { DaemonOptions } from '../src/daemon.ts'
import type { FakeRelay } from './fake-relay.ts'
import { demoAgent, type Home, identityFor } from './start-daemon.ts'

/** A daemon in a process of its own, which can be killed. It is connected when this resolves. */
export async function spawnDaemon(
  relay: FakeRelay,
  at: Home,
  preset: AgentPreset = demoAgent(),
  more: Partial<DaemonOptions> = {},
  env: NodeJS.ProcessEnv = {},
): Promise<ChildProcess> {
  const options = {
    place: at.place,
    identity: identityFor(relay),
    preset,
    folders: { folder: at.folder, worktrees: false },
    maxSessions: 4,
    home: at.home,
    pauseFactor: 0.01,
    aheadOfClock: aheadOfClock(at),
    ...more,
    times: { endGraceMs: 500, cancelGraceMs: 200, ...more.times },
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'daemon-process.ts'), JSON.stringify(options)], {
    env: {
      ...env,
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: at.home,
      MUSTER_API_KEY: 'mst_ours_12345678',
      SNEAKY: 'Bearer msc_abc_12345678',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => kill(child))
  const greeted = relay.hellos.length
  await relay.until(() => relay.hellos.length > greeted && relay.isConnected)
  return child
}

/** The file that says how far ahead the clock of the process is. */
export function aheadOfClock({ home }: Home): string {
  return join(home, 'ahead-of-clock')
}

/** Without a chance to do anything more. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
