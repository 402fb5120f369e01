import { agentHistories } from './agents/agent-histories.ts'
import type { AgentHistory, Surroundings } from './agents/agent-history.ts'
import type { History } from './history.ts'
import { doOnTwoCores, type Progress, startQuickly } from './reading/on-two-cores.ts'
import { doAll } from './reading/read-job.ts'
import { Reading } from './reading/reading.ts'
import { SecondThread } from './reading/second-thread.ts'

export type { History, Progress }

interface HistoryOptions {
  /** False if only sums matter: without the keys of calls a large history takes half of the memory. Default: true. */
  readonly keepsKeys?: boolean | undefined
  /** Where to cache what files contain, so that the next run reads only changed ones. Default: nowhere. */
  readonly indexFolder?: string | undefined
}

export interface TwoCoresOptions extends HistoryOptions {
  /** Called after each file, and while a large one is read. */
  readonly tell?: ((progress: Progress) => void) | undefined
}

/**
 * Reads what agents left below homes. A thing in several homes counts once. Nothing is written there, and nothing
 * that fails stops the rest.
 *
 * ```ts
 * const histories = readHistory([{ home: homedir(), environment: process.env }])
 * for (const { agent, files, ledger } of histories) console.log(agent.agent, files, ledger.calls.size)
 * ```
 */
export function readHistory(
  homes: readonly Surroundings[],
  agents: readonly AgentHistory[] = agentHistories,
  options: HistoryOptions = {},
): History[] {
  const reading = new Reading(homes, agents, options)
  const damaged = reading.known.filter((job) => !reading.takeKnown(job))
  for (const job of [...damaged, ...reading.jobs]) doAll(reading.do(job, () => {}))
  return reading.end()
}

/** The same for programs that do nothing else: it uses two cores if there is enough to read, and little memory. */
export async function readHistoryOnTwoCores(
  homes: readonly Surroundings[],
  agents: readonly AgentHistory[] = agentHistories,
  options: TwoCoresOptions = {},
): Promise<History[]> {
  startQuickly()
  const second = new SecondThread()
  const reading = new Reading(homes, agents, { ...options, expect: (bytes) => second.expect(bytes) })
  await doOnTwoCores(reading, second, options.tell)
  return reading.end()
}
