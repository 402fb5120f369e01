/** Tells what was found; whatever is not so makes the trial fail. */
export function say(id: string, what: string, isSo: boolean): void {
  process.stdout.write(`${isSo ? 'yes' : 'NO '}  ${id} ${what}\n`)
  if (!isSo) process.exitCode = 1
}
