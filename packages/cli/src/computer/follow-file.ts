import { open, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const lookMs = 250

/** Reports each line that is appended to a file after this position, without end. A new file is read from its start. */
export async function followFile(path: string, from: number, onLine: (line: string) => void): Promise<never> {
  const decoder = new TextDecoder()
  let at = from
  let rest = ''
  for (;;) {
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    )
    if (size < at) {
      at = 0
      rest = ''
    }
    if (size > at) {
      const bytes = await readRange(path, at, size)
      at += bytes.length
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    }
    await sleep(lookMs)
  }
}

async function readRange(path: string, from: number, to: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
