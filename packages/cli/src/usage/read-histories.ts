import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentHistory, Surroundings } from '@muster/history/agents/agent-history'
import { type History, readHistoryOnTwoCores } from '@muster/history/read-history'
import type { Output } from '../terminal/output.ts'
import { createReadingProgress } from './reading-progress.ts'

/** Reads histories, only what is new since the last time, and tells a person who has to wait how far it is. */
export async function readHistories(
  homes: readonly Surroundings[],
  agents: readonly AgentHistory[],
  env: NodeJS.ProcessEnv,
  out: Output,
  { keepsKeys }: { readonly keepsKeys: boolean },
): Promise<History[]> {
  const progress = createReadingProgress(out, process.stderr)
  const indexFolder = join(env.HOME || homedir(), '.muster', 'cache')
  try {
    return await readHistoryOnTwoCores(homes, agents, { indexFolder, keepsKeys, tell: progress.tell })
  } finally {
    progress.clear()
  }
}
