import { MusterConnectionError, MusterError } from '@muster/sdk'
import { describe, expect, it } from 'vitest'
import { outlast } from './outlast.ts'

describe('outlast', () => {
  const refused = new MusterError({ status: 403, code: 'role_not_allowed' })
  const away = new MusterError({ status: 503, code: 'unavailable', detail: 'The database is away.' })
  const gone = new MusterConnectionError('Nobody answers')

  it('reports the first of several failures, and each that follows a success', async () => {
    const outcomes = [gone, away, undefined, away, undefined]
    const told: string[] = []
    const send = outlast(
      async () => {
        const fault = outcomes.shift()
        if (fault) throw fault
      },
      (text) => told.push(text),
    )
    const done: boolean[] = []
    while (outcomes.length > 0) done.push(await send())
    expect(done).toEqual([false, false, true, false, true])
    expect(told).toEqual([
      'Nobody answers. What is not sent yet is sent as soon as the service answers.',
      'The database is away. What is not sent yet is sent as soon as the service answers.',
    ])
  })

  it('throws what would fail again', async () => {
    const send = outlast(() => Promise.reject(refused), expect.unreachable)
    await expect(send()).rejects.toBe(refused)
  })
})
