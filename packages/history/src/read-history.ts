import { agentHistories } from './agents/agent-histories.ts'
import type { AgentHistory, Surroundings } from './agents/agent-history.ts'
import type { History } from './history.ts'
import { doOnTwoCores, type Progress, saveMemory } from './reading/on-two-cores.ts'
import { Reading } from './reading/reading.ts'

export type { History, Progress }

interface HistoryOptions {
  /** Where to cache what files contain, so that the next run reads only changed ones. Default: nowhere. */
  readonly indexFolder?: string | undefined
}

export interface TwoCoresOptions extends HistoryOptions {
  /** Called after each file. */
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
  const reading = new Reading(homes, agents, options.indexFolder)
  for (const job of reading.jobs) reading.do(job)
  return reading.end()
}

/** The same for programs that do nothing else: it uses two cores if there is enough to read, and little memory. */
export async function readHistoryOnTwoCores(
  homes: readonly Surroundings[],
  agents: readonly AgentHistory[] = agentHistories,
  options: TwoCoresOptions = {},
): Promise<History[]> {
  saveMemory()
  const reading = new Reading(homes, agents, options.indexFolder)
  await doOnTwoCores(reading, { tell: options.tell })
  return reading.end()
}
