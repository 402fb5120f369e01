import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { agentHistories } from './agents/agent-histories.ts'
import type { AgentHistory, Surroundings } from './agents/agent-history.ts'
import { isDamaged, isUnusable, openTables, openTemporaryTables, removeTables } from './ledger/tables.ts'
import { type History, type Progress, readInto } from './reading.ts'

export type { History, Progress }

interface HistoryOptions {
  /** Where to cache the parsed records, so that the next run reads only changed files. Default: no cache. */
  readonly indexFolder?: string | undefined
  /** Called after each file, and regularly while a large file is read. */
  readonly tell?: ((progress: Progress) => void) | undefined
}

/** The longest time that signals have to wait. */
const turnMs = 20

/**
 * Reads the agents' histories below homes. Records that are in several homes count once. It writes nothing there, and
 * continues after errors. The histories keep a database open until they are garbage-collected.
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
 * The asynchronous version for interactive programs: it yields to the event loop while it reads, so that Ctrl-C works.
 * The histories are valid until `use` resolves.
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

/** Reads into the cached tables; into new ones if those are damaged; into temporary ones if nothing can be cached. */
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
