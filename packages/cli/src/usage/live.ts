import { setTimeout as sleep } from 'node:timers/promises'
import { heightOf } from '../terminal/width.ts'

const redrawMs = 2_000
/** The alternate screen, which leaves the terminal's content and scrollback unchanged. */
const enter = '\u001B[?1049h\u001B[?25l'
const leave = '\u001B[?1049l\u001B[?25h'
const home = '\u001B[H'
const clearLine = '\u001B[K'
const clearBelow = '\u001B[J'
const footer = ['', 'Ctrl-C ends it.']

/** Draws a page for a terminal with this many rows. */
type Draw = (height: number) => string

/** Redraws a page until the person presses Ctrl-C. The last page stays on the normal screen, in full. */
export async function drawAgain(read: () => Promise<Draw>, stdout: NodeJS.WriteStream): Promise<void> {
  let draw = await read()
  const ended = new AbortController()
  const end = () => ended.abort()
  const show = () => {
    const height = (stdout.rows || 24) - footer.length
    const lines = [...fitting(draw(height), height, stdout.columns || 80), ...footer]
    stdout.write(`${home}${lines.join(`${clearLine}\n`)}${clearLine}${clearBelow}`)
  }
  // Here Ctrl-C is the normal way to end, and no failure.
  process.removeAllListeners('SIGINT')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  stdout.on('resize', show)
  stdout.write(enter)
  try {
    while (!ended.signal.aborted) {
      show()
      await sleep(redrawMs, undefined, { signal: ended.signal }).catch(() => {})
      if (!ended.signal.aborted) draw = await read()
    }
  } finally {
    stdout.off('resize', show)
    stdout.write(leave)
  }
  stdout.write(`${draw(Number.POSITIVE_INFINITY)}\n`)
}

/** The lines that fit, so that the terminal does not scroll. */
function fitting(page: string, height: number, columns: number): string[] {
  const lines = page.split('\n')
  while (lines.length > 0 && heightOf(lines, columns) > height) lines.pop()
  return lines
}
