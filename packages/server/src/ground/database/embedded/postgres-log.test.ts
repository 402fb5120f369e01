import { appendFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lastLines, rotateLog } from './postgres-log.ts'

let directory: string
let file: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'muster-log-'))
  file = join(directory, 'postgres.log')
})
afterEach(async () => {
  await rm(directory, { recursive: true, force: true })
})

describe('rotateLog', () => {
  it('leaves a small log alone', async () => {
    await writeFile(file, 'small')
    await rotateLog(file, 10)
    expect(await readFile(file, 'utf8')).toBe('small')
  })

  it('moves the content of a large log aside while its writer goes on', async () => {
    const writer = await open(file, 'a')
    await writer.write('one two three')
    await rotateLog(file, 10)
    await writer.write('four')
    await writer.close()
    expect(await readFile(`${file}.1`, 'utf8')).toBe('one two three')
    expect(await readFile(file, 'utf8')).toBe('four')
  })
})

describe('lastLines', () => {
  it('gives only the end of what was written since the offset', async () => {
    await writeFile(file, 'old\n')
    await appendFile(file, 'one\ntwo\nthree\n')
    expect(await lastLines(file, 4)).toBe('one\ntwo\nthree')
    expect(await lastLines(file, 4, 2)).toBe('two\nthree')
  })

  it('gives nothing when the log was emptied since', async () => {
    await writeFile(file, '')
    expect(await lastLines(file, 1000)).toBe('')
  })
})
