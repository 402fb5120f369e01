import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentHistory, Surroundings } from '@muster/history/agents/agent-history'
import { versionOf } from '@muster/history/files/version'

/** Calls `changed` when a history file is new or has grown, and retries after a failure, until the watch is stopped. */
export async function watchHistory(
  homes: readonly Surroundings[],
  agents: readonly AgentHistory[],
  everyMs: number,
  changed: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  let seen: string | undefined
  while (!signal?.aborted) {
    const now = fingerprint(homes, agents)
    if (now !== seen && (await changed())) seen = now
    await sleep(everyMs, undefined, signal ? { signal } : {}).catch(() => {})
  }
}

/** Reading sizes and times is a hundred times faster than reading files. */
function fingerprint(homes: readonly Surroundings[], agents: readonly AgentHistory[]): string {
  const nobody = { skipped: () => {} }
  const lines: string[] = []
  for (const agent of agents) {
    for (const root of homes.flatMap((home) => agent.roots(home))) {
      for (const path of agent.find(root, nobody)) lines.push(`${path} ${versionOf(path).version}`)
    }
  }
  return lines.join('\n')
}
