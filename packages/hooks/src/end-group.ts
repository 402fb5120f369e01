const lookMs = 10
/** Killed processes disappear within this time unless they stay zombies; zombies are not waited for. */
const goneMs = 500
/** A process can start another one just before it dies, so the kill is repeated. */
const maxKills = 3

/**
 * Terminates a process group, and processes that left it, and kills them after the grace period. Resolves when none of
 * them runs.
 */
export async function endGroup(groupId: number, graceMs: number, findStrays: () => readonly number[]): Promise<void> {
  let strays = findStrays()
  const signalAll = (signal: NodeJS.Signals) => {
    for (const target of [-groupId, ...strays]) send(target, signal)
  }
  signalAll('SIGTERM')
  await areGoneWithin([-groupId, ...strays], graceMs)
  for (let kill = 0; kill < maxKills; kill += 1) {
    strays = findStrays()
    if (strays.length === 0 && !isAlive(-groupId)) return
    signalAll('SIGKILL')
    await areGoneWithin([-groupId, ...strays], goneMs)
  }
}

/** The target is a process id, or the negated id of a group. */
function isAlive(target: number): boolean {
  return send(target, 0)
}

function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, signal)
    return true
  } catch {
    // It has already ended.
    return false
  }
}

function areGoneWithin(targets: readonly number[], ms: number): Promise<void> {
  const deadlineMs = performance.now() + ms
  return new Promise((resolve) => {
    const look = () => {
      if (performance.now() >= deadlineMs || !targets.some(isAlive)) resolve()
      else setTimeout(look, Math.min(lookMs, Math.max(1, deadlineMs - performance.now())))
    }
    look()
  })
}
