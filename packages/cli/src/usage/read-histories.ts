import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentHistory, Surroundings } from '@muster/history/agents/agent-history'
import { type History, useHistory } from '@muster/history/read-history'
import type { Output } from '../terminal/output.ts'
import { createReadingProgress } from './reading-progress.ts'

/**
 * Reads histories, only the parts that are new since the last run, and shows the progress of a long run. `use` is
 * called while their calls can be iterated.
 */
export async function readHistories<T>(
  homes: readonly Surroundings[],
  agents: readonly AgentHistory[],
  env: NodeJS.ProcessEnv,
  out: Output,
  use: (histories: History[]) => T,
): Promise<T> {
  const progress = createReadingProgress(out, process.stderr)
  const indexFolder = join(env.HOME || homedir(), '.muster', 'cache')
  try {
    return await useHistory(homes, { agents, indexFolder, tell: progress.tell }, use)
  } finally {
    progress.clear()
  }
}
