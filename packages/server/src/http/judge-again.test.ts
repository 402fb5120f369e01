import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { unauthorized } from '../govern/keys/unauthorized.ts'
import type { AppError } from '../ground/platform/app-error.ts'
import { EventTextStream } from '../ground/platform/event-text-stream.ts'
import type { Principal } from '../ground/platform/principal.ts'
import type { AdmitOptions } from './admit.ts'
import { endWithRights } from './judge-again.ts'

/** An answer that is being sent, what ends it, and whether its reader has left. */
function sending<Body extends Readable>(body: Body) {
  let end: (refusal: AppError) => void = () => {}
  const left = vi.fn()
  const stay = (_principal: Principal, onRefusal: typeof end) => {
    end = onRefusal
    return left
  }
  endWithRights({ principal: {} } as FastifyRequest, body, { authenticate: { stay } } as unknown as AdmitOptions)
  return { body, left, refuse: () => end(unauthorized()) }
}

describe('an answer that is still being sent to somebody who is no longer admitted', () => {
  it('ends, if it is a stream of events', async () => {
    const { body, left, refuse } = sending(new EventTextStream({ look: () => {}, onClose: () => {} }))
    refuse()
    expect(await body.toArray()).toEqual([])
    expect(left).toHaveBeenCalledOnce()
  })

  it('is cut off, if it would be taken for whole', async () => {
    const { body, left, refuse } = sending(new Readable({ read: () => {} }))
    body.push('{"data":[')
    refuse()
    await expect(body.toArray()).rejects.toMatchObject({ code: 'unauthorized' })
    expect(left).toHaveBeenCalledOnce()
  })

  it('is of no more concern once it was sent', async () => {
    const { body, left } = sending(Readable.from(['whole']))
    expect(await body.toArray()).toEqual(['whole'])
    await vi.waitFor(() => expect(left).toHaveBeenCalledOnce())
  })
})
