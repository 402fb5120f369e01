import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../packages/server/src/testing/free-port.ts'
import { endProcess } from '../child.ts'

const lines = 15

/** What the agent of the peer has said, and the message in our session. The peer sends no length for more than 2 KB. */
export const spokenText = Array.from({ length: lines }, (_, line) => `Line ${line} of what was said.`).join('\n')

export interface Peer {
  readonly port: number
  stop(): Promise<void>
}

const patienceMs = 30_000

/** coder/agentapi with an agent that has said one thing and waits. It keeps the conversation in memory. */
export async function startPeer(program: string): Promise<Peer> {
  const port = await freePort()
  const say = `printf '%s\\n' "$SPOKEN"; exec cat`
  const child = spawn(program, ['server', '--type', 'custom', '--port', String(port), '--', 'sh', '-c', say], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, SPOKEN: spokenText },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const stop = () => endProcess(child, 'SIGTERM')
  try {
    await hasSpoken(child, port)
    return { port, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function hasSpoken(child: ChildProcess, port: number): Promise<void> {
  const failed = new Promise<never>((_, reject) => child.once('error', reject))
  failed.catch(() => {})
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const answer = await Promise.race([fetch(`http://127.0.0.1:${port}/messages`).catch(() => undefined), failed])
    if ((await answer?.text())?.includes(`Line ${lines - 1}`)) return
    await pause(100)
  }
  throw new Error('agentapi does not show what its agent has said.')
}
