import { setTimeout as pause } from 'node:timers/promises'
import type { ComputerAnswer, ComputerQuestion } from '@muster/contract/relay/question'
import type { Database } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import type { ComputerKey } from '../../ground/platform/computer-key.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import * as repository from './question-repository.ts'

/** Asks a computer that is connected to this node; `undefined` if it is not. */
type AskHere = (computerId: string, question: ComputerQuestion) => Promise<ComputerAnswer | undefined> | undefined

export interface Reach {
  /** The relay registers how to ask the computers of this node. */
  attach(ask: AskHere): void
  /** Throws 503 when the computer is not connected, and 504 when it does not answer. */
  ask(key: ComputerKey & { readonly name: string }, question: ComputerQuestion): Promise<unknown>
  /** Answers questions to a computer of this node that other nodes ask. */
  answerOthers(key: ComputerKey): Promise<void>
}

interface ReachOptions {
  readonly database: Database
  readonly ids: Ids
  readonly hints: Hints
}

/** How long a caller waits for the answer of a computer. */
export const patienceMs = 10_000

const lookEveryMs = 100

/** Asks computers a question, on whichever node they are connected. */
export function createReach({ database, ids, hints }: ReachOptions): Reach {
  let askHere: AskHere = () => undefined

  async function askElsewhere(key: ComputerKey, question: ComputerQuestion): Promise<ComputerAnswer | undefined> {
    const id = ids.uuid()
    const { organizationId, computerId } = key
    await repository.insert(database, { id, ...key, question })
    hints.publish({ kind: 'computer', computerId })
    try {
      for (const end = performance.now() + patienceMs; performance.now() < end; await pause(lookEveryMs)) {
        const answer = await repository.answerOf(database, organizationId, id)
        if (answer) return answer
      }
      return undefined
    } finally {
      await repository.remove(database, organizationId, id)
    }
  }

  return {
    attach(ask) {
      askHere = ask
    },

    async ask(key, question) {
      const { name, ...computer } = key
      const here = askHere(computer.computerId, question)
      if (!here && !(await repository.isConnected(database, computer.organizationId, computer.computerId))) {
        throw new AppError('computer_offline', `${name} is not connected.`, { retryAfterSeconds: 10 })
      }
      const answer = await (here ?? askElsewhere(computer, question))
      if (!answer || answer.error === 'internal_error') {
        throw new AppError('computer_timeout', `${name} did not answer in time.`)
      }
      if (answer.error !== undefined) throw new AppError(answer.error, `${name} does not have it.`)
      return answer.body
    },

    async answerOthers({ organizationId, computerId }) {
      for (const { id, question } of await repository.openFor(database, organizationId, computerId)) {
        const answer = (await askHere(computerId, question)) ?? { error: 'internal_error' }
        await repository.answer(database, organizationId, id, answer)
      }
    },
  }
}
