import { hostname } from 'node:os'
import type { Context } from '../command-line/context.ts'
import { exitCodes, Failure } from '../command-line/failure.ts'
import { keyIdOf } from './bearer.ts'

export interface SendingKey {
  readonly key: string
  readonly id: string | undefined
  /** Whether it was just created, for this agent. */
  readonly isNew: boolean
  /** A note about it for people. */
  readonly note: string
}

/** The choice of an agent's key. */
interface KeyChoice {
  /** Shown in place of the key before it exists. */
  readonly shown: string
  /** A note about an existing key. */
  readonly note?: string
  get(): Promise<SendingKey>
}

/**
 * A key in an agent's settings should only be able to send telemetry, so each agent on each machine gets a new one. An
 * existing key without further permissions is used as it is.
 */
export async function chooseKey(context: Context, agentName: string, usesOwn: boolean): Promise<KeyChoice> {
  const [client, { key }] = await Promise.all([context.client(), context.connection()])
  const { user, scopes } = await client.organization.me()
  if (user.role === 'guest') {
    throw new Failure('Guests send no telemetry.', exitCodes.notAllowed, 'Ask an owner for another role.')
  }
  const id = keyIdOf(key)
  const isNarrow = scopes?.includes('telemetry:write') && scopes.every((scope) => scope.startsWith('telemetry:'))
  if (isNarrow) return own(key, 'The key that you are logged in with may only send telemetry, and is used as it is.')
  if (usesOwn) return own(key, 'It is the key that you are logged in with: whoever reads the settings can act as you.')
  return {
    shown: '<new-key>',
    async get() {
      const name = `${agentName} on ${hostname()}`.slice(0, 200)
      const made = await client.apiKeys.create({ name, scopes: ['telemetry:write'] })
      return {
        key: made.key,
        id: made.id,
        isNew: true,
        note: `Made the key ${made.id}, “${name}”, for it: it can send telemetry for ${user.email} and do nothing else.`,
      }
    },
  }

  function own(value: string, note: string): KeyChoice {
    return { shown: value, note, get: async () => ({ key: value, id, isNew: false, note }) }
  }
}
