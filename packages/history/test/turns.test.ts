import { describe, expect, it } from 'vitest'
import { type Progress, useHistory } from '../src/read-history.ts'
import { temporaryHome } from './home.ts'
import { answer, typed, writeLines } from './write-lines.ts'

/** A home with files of some lines of a megabyte each. */
function writeHome(files: number, lines: number): string {
  const home = temporaryHome()
  const result = [{ tool_use_id: 'tool', type: 'tool_result', content: 'x'.repeat(2 ** 20) }]
  for (let file = 0; file < files; file += 1) {
    writeLines(home, `.claude/projects/-work/${file}.jsonl`, [
      answer(`${file}`),
      ...new Array(lines).fill(typed(result)),
    ])
  }
  return home
}

async function read(home: string, tell: (progress: Progress) => void): Promise<void> {
  await useHistory([{ home, environment: {} }], { tell }, () => {})
}

/** Keeps this thread busy for longer than others have to wait for their turn. */
function work(): void {
  const endMs = performance.now() + 30
  while (performance.now() < endMs);
}

describe('a history that somebody waits for', () => {
  it('tells how far it is, by files and bytes, from the beginning to the end', async () => {
    const told: Progress[] = []
    await read(writeHome(5, 3), (progress) => told.push(progress))
    expect([...new Set(told.map(({ files }) => files))]).toEqual([0, 1, 2, 3, 4, 5])
    expect(told.map(({ bytes }) => bytes)).toEqual(told.map(({ bytes }) => bytes).toSorted((a, b) => a - b))
    expect(told[0]).toMatchObject({ allFiles: 5, bytes: 0 })
    expect(told.at(-1)?.bytes).toBe(told[0]?.allBytes)
  })

  it.each([
    ['between files', writeHome.bind(undefined, 20, 1)],
    ['in the middle of a file', writeHome.bind(undefined, 1, 8)],
  ])('lets signals through %s', async (_name, write) => {
    let bytes = 0
    let bytesAtTurn = 0
    setImmediate(() => {
      bytesAtTurn = bytes
    })
    await read(write(), (progress) => {
      if (bytes === 0) work()
      bytes = progress.bytes
    })
    expect(bytes).toBeGreaterThan(8 * 2 ** 20)
    expect(bytesAtTurn).toBeLessThan(bytes / 2)
  })
})
