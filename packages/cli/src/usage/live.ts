import { setTimeout as sleep } from 'node:timers/promises'

const redrawMs = 2_000
const clearScreen = '\u001B[2J\u001B[H'
const hideCursor = '\u001B[?25l'
const showCursor = '\u001B[?25h'

/** Draws a page again and again until the person ends it with Ctrl-C. */
export async function drawAgain(page: () => Promise<string>, stdout: NodeJS.WriteStream): Promise<void> {
  const ended = new AbortController()
  const end = () => ended.abort()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  stdout.write(hideCursor)
  try {
    while (!ended.signal.aborted) {
      stdout.write(`${clearScreen}${await page()}\n\nCtrl-C ends it.\n`)
      await sleep(redrawMs, undefined, { signal: ended.signal }).catch(() => {})
    }
  } finally {
    stdout.write(showCursor)
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}
