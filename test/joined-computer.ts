import type { AgentPreset } from '@muster/computer/agent/preset'
import { onTestFinished } from 'vitest'
import { joinComputer } from '../packages/computer/test/join-computer.ts'
import type { TestServer } from '../packages/server/src/testing/test-server.ts'

export { presetOf } from '../packages/computer/test/join-computer.ts'

/** A daemon that has joined the service, in a home and a folder of its own; with the demo agent when left out. */
export async function joinedComputer(
  { acme: { member }, address }: TestServer,
  name: string,
  { preset, env = {} }: { preset?: AgentPreset; env?: NodeJS.ProcessEnv } = {},
) {
  const said: string[] = []
  const computer = await joinComputer(member, {
    address,
    name,
    ...(preset && { preset }),
    env,
    onLog: (text) => said.push(text),
  })
  onTestFinished(computer.remove)
  const start = async () => {
    const daemon = await computer.start()
    onTestFinished(() => daemon.stop(0))
    return daemon
  }
  const { id: computerId, folder, place } = computer
  return { member, computerId, folder, place, start, said, daemon: await start() }
}
