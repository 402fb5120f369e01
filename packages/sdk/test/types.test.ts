import type { Computer } from '@muster/contract/computer'
import type { ReadinessReport } from '@muster/contract/readiness-report'
import type { Session } from '@muster/contract/session'
import { describe, expectTypeOf, it } from 'vitest'
import { createClient, isMusterError } from '../src/client.ts'

// Nothing here is called: the compiler is what tests these sentences.
const client = createClient({ baseUrl: 'http://localhost' })

describe('types', () => {
  it('takes path, query and body as one object', () => {
    expectTypeOf(client.messages.post).parameter(0).toExtend<{ sessionId: string; text: string }>()
    expectTypeOf(client.messages.get).parameter(0).toEqualTypeOf<{
      sessionId: string
      messageId: string
      computerId?: string | undefined
    }>()
    expectTypeOf<{ sessionId: string }>().not.toExtend<Parameters<typeof client.messages.post>[0]>()
    expectTypeOf<{ ideAutoConnect: string }>().not.toExtend<Parameters<typeof client.controls.replace>[0]>()
  })

  it('wants an input only where something is required', () => {
    expectTypeOf(client.organization.me).toBeCallableWith()
    expectTypeOf(client.sessions.list).toBeCallableWith()
    expectTypeOf(client.controls.replace).toBeCallableWith({ sessionRetentionDays: 30 }, { ifMatch: 3 })
    expectTypeOf<[]>().not.toExtend<Parameters<typeof client.sessions.get>>()
  })

  it('takes a limit as a number or a string', () => {
    expectTypeOf(client.users.list).toBeCallableWith({ limit: 5 })
    expectTypeOf(client.users.list).toBeCallableWith({ limit: '5', cursor: undefined })
  })

  it('answers with the resource', () => {
    expectTypeOf(client.sessions.create).returns.resolves.toEqualTypeOf<Session>()
    expectTypeOf(client.computers.list).returns.resolves.toEqualTypeOf<{ computers: Computer[] }>()
    expectTypeOf(client.computers.register).returns.resolves.toHaveProperty('credential')
    expectTypeOf(client.sessions.remove).returns.resolves.toEqualTypeOf<undefined>()
    expectTypeOf(client.service.metrics).returns.resolves.toEqualTypeOf<string>()
  })

  it('walks lists, and only lists', () => {
    expectTypeOf(client.sessions.list.items).returns.toEqualTypeOf<AsyncGenerator<Session, void, undefined>>()
    expectTypeOf(client.reports.list.items).returns.toEqualTypeOf<AsyncGenerator<ReadinessReport, void, undefined>>()
    expectTypeOf(client.computers.list).not.toHaveProperty('items')
    expectTypeOf(client.sessions.get).not.toHaveProperty('items')
  })

  it('watches, with an event whose name tells its data', () => {
    expectTypeOf(client.sessions.events).toBeCallableWith({ sessionId: 's', from: 'start' }, { lastEventId: '7' })
    type Event = Awaited<ReturnType<ReturnType<typeof client.sessions.events>['next']>>['value']
    expectTypeOf<Extract<Event, { event: 'session' }>['data']>().toEqualTypeOf<Session>()
    expectTypeOf(client.sessions.get).toBeCallableWith({ sessionId: 's', wait: 30 })
  })

  it('narrows the code of an error', () => {
    const error: unknown = undefined
    if (isMusterError(error, 'name_taken')) expectTypeOf(error.code).toEqualTypeOf<'name_taken'>()
  })
})
