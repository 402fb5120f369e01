import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { putInPlace, replaceFile } from './replace-file.ts'

async function temporaryFile(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-replace-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return join(directory, 'file')
}

it('makes a file that others cannot read, and replaces one that they could', async () => {
  const path = await temporaryFile()
  await writeFile(path, 'old', { mode: 0o644 })
  await replaceFile(path, 'new')
  expect(await readFile(path, 'utf8')).toBe('new')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(path, '..'))).toEqual(['file'])
})

it('replaces the draft of a killed process, however long and readable it is', async () => {
  const path = await temporaryFile()
  await writeFile(`${path}.new`, 'a longer text that was half written')
  await chmod(`${path}.new`, 0o666)
  await replaceFile(path, 'short')
  expect(await readFile(path, 'utf8')).toBe('short')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

it('leaves the old content alone while the new one is made', async () => {
  const path = await temporaryFile()
  await writeFile(path, 'old')
  const inode = (await stat(path)).ino
  await replaceFile(path, 'new')
  // The file was replaced as a whole: nobody ever reads half of it.
  expect((await stat(path)).ino).not.toBe(inode)
})

it('puts a file in place that another program made', async () => {
  const path = await temporaryFile()
  await writeFile(`${path}.draft`, 'made elsewhere')
  await putInPlace(`${path}.draft`, path)
  expect(await readFile(path, 'utf8')).toBe('made elsewhere')
})
