import type { Client } from '@muster/sdk'
import type { Context } from './context.ts'

export interface Proposal {
  readonly value: string
  readonly about?: string | undefined
}

/** The longest time to wait for completions. */
const patienceMs = 1500
const page = { limit: 50 }

/** How to get completions for positionals and options with these names. */
const sources: Readonly<Record<string, (client: Client, signal: AbortSignal) => Promise<Proposal[]>>> = {
  computer: async ({ computers }, signal) =>
    (await computers.list({}, { signal })).computers.map(({ name, status }) => ({ value: name, about: status })),
  session: async ({ sessions }, signal) =>
    (await sessions.list(page, { signal })).sessions.map(({ sessionId, title }) => ({
      value: sessionId,
      about: title ?? undefined,
    })),
  user: async ({ users }, signal) =>
    (await users.list(page, { signal })).users.map(({ email, role }) => ({ value: email, about: role })),
  key: async ({ apiKeys }, signal) =>
    (await apiKeys.list(page, { signal })).apiKeys.map(({ id, name }) => ({ value: id, about: name })),
  webhook: async ({ webhooks }, signal) =>
    (await webhooks.list({}, { signal })).webhooks.map(({ id, url }) => ({ value: id, about: url })),
  report: async ({ reports }, signal) =>
    (await reports.list(page, { signal })).reports.map(({ reportId, repoUrl }) => ({
      value: reportId,
      about: repoUrl,
    })),
}

/** Ids and names from the service; none if nobody is logged in, or if the service is unavailable. */
export async function namesOf(name: string, context: Context): Promise<readonly Proposal[]> {
  try {
    const found = await sources[name]?.(await context.client(), AbortSignal.timeout(patienceMs))
    // Shells parse a leading dash as an option.
    return found?.filter(({ value }) => !value.startsWith('-')) ?? []
  } catch {
    return []
  }
}
