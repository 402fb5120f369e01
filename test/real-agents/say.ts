/** Prints what was found. A "NO" makes the trial fail. */
export function say(id: string, what: string, isSo: boolean): void {
  process.stdout.write(`${isSo ? 'yes' : 'NO '}  ${id} ${what}\n`)
  if (!isSo) process.exitCode = 1
}

/** Prints the agents that were not installed, each with the way to install it. */
export function sayNotTried(agents: readonly string[]): void {
  for (const agent of agents) process.stdout.write(`NOT TRIED, because it is not installed: ${agent}\n`)
}
