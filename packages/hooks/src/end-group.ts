const lookMs = 10
/** Processes that were killed are gone at once, unless nobody collects them; those need not be waited for. */
const goneMs = 500

/** Asks a process group to end, and ends it by force after the grace. Resolves when nothing of it runs any more. */
export async function endGroup(groupId: number, graceMs: number): Promise<void> {
  signalGroup(groupId, 'SIGTERM')
  if (await isGoneWithin(groupId, graceMs)) return
  signalGroup(groupId, 'SIGKILL')
  await isGoneWithin(groupId, goneMs)
}

export function isGroupAlive(groupId: number): boolean {
  try {
    process.kill(-groupId, 0)
    return true
  } catch {
    return false
  }
}

function signalGroup(groupId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-groupId, signal)
  } catch {
    // It has ended by itself.
  }
}

function isGoneWithin(groupId: number, ms: number): Promise<boolean> {
  const deadlineMs = performance.now() + ms
  return new Promise((resolve) => {
    const look = () => {
      if (!isGroupAlive(groupId)) resolve(true)
      else if (performance.now() >= deadlineMs) resolve(false)
      else setTimeout(look, Math.min(lookMs, Math.max(1, deadlineMs - performance.now())))
    }
    look()
  })
}
