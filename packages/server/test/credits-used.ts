import type { Client } from '@muster/sdk'
import { expect } from 'vitest'
import type { TestServer } from '../src/testing/test-server.ts'

/** Reports model calls of now, with so many billable tokens, as the agent of this person. */
export async function useTokens(server: TestServer, person: Client, ...tokens: readonly number[]): Promise<void> {
  const events = tokens.map((inputTokens) => ({
    time: server.now(),
    client: 'terminal-ui' as const,
    type: 'model_call' as const,
    model: 'some-model',
    inputTokens,
    outputTokens: 0,
  }))
  expect(await person.telemetry.events({ events })).toMatchObject({ accepted: events.length, rejected: [] })
}

/** Resolves once the list of limits tells that somebody has used so much. Counting is hurried on, not waited for. */
export async function creditsAre(server: TestServer, owner: Client, email: string, used: number): Promise<void> {
  const find = async () => {
    await server.app.services.credits.countDue()
    return (await owner.limits.list({ limit: 100 })).users.find((user) => user.email === email)?.used
  }
  await expect.poll(find).toBe(used)
}
