import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { agentHistories } from './agents/agent-histories.ts'
import type { AgentHistory, Surroundings } from './agents/agent-history.ts'
import { isDamaged, isUnusable, openTables, openTemporaryTables, removeTables } from './ledger/tables.ts'
import { type History, type Progress, readInto } from './reading.ts'

export type { History, Progress }

interface HistoryOptions {
  /** Where to keep what files told, so that the next run reads only what has changed. Default: nowhere. */
  readonly indexFolder?: string | undefined
  /** Called after each file, and while a large one is read. */
  readonly tell?: ((progress: Progress) => void) | undefined
}

/** Signals wait no longer than this. */
const turnMs = 20

/**
 * Reads what agents left below homes. A thing in several homes counts once. Nothing is written there, and nothing
 * that fails stops the rest. The histories keep a database open until nobody has them any more.
 *
 * ```ts
 * const histories = readHistory([{ home: homedir(), environment: process.env }])
 * for (const { agent, files, ledger } of histories) console.log(agent.agent, files, ledger.sessions.size)
 * ```
 */
export function readHistory(
  homes: readonly Surroundings[],
  agents: readonly AgentHistory[] = agentHistories,
  options: HistoryOptions = {},
): History[] {
  const steps = read(homes, agents, options)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value.histories
}

/**
 * The same for programs that somebody waits for: others have their turn while it reads, so Ctrl-C ends it. The histories
 * can be gone through until `use` is done.
 *
 * ```ts
 * const homes = [{ home: homedir(), environment: process.env }]
 * const { usage } = await useHistory(homes, { indexFolder: '/tmp/index' }, (histories) => summarize(histories, { timezone: 'UTC' }))
 * console.log(usage.totals.calls)
 * ```
 */
export async function useHistory<T>(
  homes: readonly Surroundings[],
  options: HistoryOptions & { readonly agents?: readonly AgentHistory[] },
  use: (histories: History[]) => T | Promise<T>,
): Promise<T> {
  const { agents = agentHistories, indexFolder } = options
  const steps = read(homes, agents, options)
  let begun = process.uptime()
  let step = steps.next()
  while (!step.done) {
    if ((process.uptime() - begun) * 1000 >= turnMs) {
      await nextTurn()
      begun = process.uptime()
    }
    step = steps.next()
  }
  const { database, histories } = step.value
  try {
    return await use(histories)
  } catch (error) {
    if (indexFolder === undefined || !isDamaged(error)) throw error
    removeTables(indexFolder)
  } finally {
    database.close()
  }
  return useHistory(homes, { ...options, indexFolder: undefined }, use)
}

interface Read {
  readonly database: DatabaseSync
  readonly histories: History[]
}

/** Into the tables that are kept; into new ones if those are damaged; and where none can be kept, into ones that disappear. */
function* read(
  homes: readonly Surroundings[],
  agents: readonly AgentHistory[],
  { indexFolder, tell = () => {} }: HistoryOptions,
): Generator<void, Read> {
  for (let isAnew = false; indexFolder !== undefined; isAnew = true) {
    let database: DatabaseSync | undefined
    try {
      database = openTables(indexFolder)
      return { database, histories: yield* readInto(database, homes, agents, tell) }
    } catch (error) {
      database?.close()
      if (!isUnusable(error)) throw error
      if (isAnew || !isDamaged(error) || !removeTables(indexFolder)) break
    }
  }
  const database = openTemporaryTables()
  return { database, histories: yield* readInto(database, homes, agents, tell) }
}
