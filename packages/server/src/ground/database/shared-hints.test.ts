import pino from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sharedTestServer } from '../../testing/test-server.ts'
import { createSharedHints } from './shared-hints.ts'

const server = sharedTestServer()

function node() {
  const hints = createSharedHints({
    connection: { connectionString: server().databaseUrl },
    log: pino({ level: 'silent' }),
  })
  onTestFinished(() => hints.close())
  return hints
}

const about = (organizationId: string) => ({ kind: 'controls', organizationId }) as const

describe('hints between nodes', () => {
  it('reach the others one statement after the other, however quickly they come', async () => {
    const [sender, receiver] = [node(), node()]
    const heard = new Set<string>()
    receiver.subscribe((hint) => {
      if (hint.kind === 'controls') heard.add(hint.organizationId)
    })
    await expect
      .poll(() => {
        sender.publish(about('first'))
        return heard
      })
      .toContain('first')
    sender.publish(about('last of these'))
    await expect.poll(() => heard).toContain('last of these')

    // No answer of the database can come in between: timers pass without a turn of the event loop.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    for (const name of ['a', 'b', 'c', 'd']) {
      sender.publish(about(name))
      vi.advanceTimersByTime(10)
    }
    vi.useRealTimers()
    await expect.poll(() => ['a', 'b', 'c', 'd'].filter((name) => !heard.has(name))).toEqual([])
  })
})
