import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { prepareDataDirectory } from './data-directory.ts'

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-data-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** Prepares the directory. Returns each log message with its paths. */
async function prepare(dataDir: string, isPassable = false): Promise<(readonly [string, string[]])[]> {
  const told: (readonly [string, string[]])[] = []
  const warn = (fields: { paths: string[] }, sentence: string) => void told.push([sentence, fields.paths])
  await prepareDataDirectory(dataDir, { isPassable, log: { warn } as never })
  return told
}

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8)
}

it('makes directories that nobody else may enter, whatever the umask is', async () => {
  const before = process.umask(0o022)
  onTestFinished(() => void process.umask(before))
  const dataDir = join(await temporaryDirectory(), 'a', 'b')
  expect(await prepare(dataDir)).toEqual([])
  expect([await modeOf(dirname(dataDir)), await modeOf(dataDir)]).toEqual(['700', '700'])
})

it('makes directories that the account of Postgres can pass, where root needs one', async () => {
  const before = process.umask(0o077)
  onTestFinished(() => void process.umask(before))
  const dataDir = join(await temporaryDirectory(), 'a', 'b')
  await prepare(dataDir, true)
  expect([await modeOf(dirname(dataDir)), await modeOf(dataDir)]).toEqual(['711', '711'])
})

it('closes what an earlier version left open, and logs it once', async () => {
  const dataDir = await temporaryDirectory()
  await chmod(dataDir, 0o755)
  const names = ['events.duckdb', 'events.duckdb.wal', 'events.duckdb.journal', 'server.json', 'secret.key']
  const files = names.map((name) => join(dataDir, name))
  for (const file of files) await writeFile(file, '')
  for (const file of files) await chmod(file, 0o644)
  await mkdir(join(dataDir, 'backups'))
  await chmod(join(dataDir, 'backups'), 0o755)
  const [[sentence, paths] = ['', []], ...more] = await prepare(dataDir)
  expect(sentence).toContain('it is closed now')
  expect(paths.toSorted()).toEqual([...files, join(dataDir, 'backups'), dataDir].toSorted())
  expect(more).toEqual([])
  for (const file of files) expect(await modeOf(file)).toBe('600')
  expect([await modeOf(join(dataDir, 'backups')), await modeOf(dataDir)]).toEqual(['700', '700'])
  expect(await prepare(dataDir)).toEqual([])
})

it('closes an empty directory without a message', async () => {
  const dataDir = await temporaryDirectory()
  await chmod(dataDir, 0o755)
  expect(await prepare(dataDir)).toEqual([])
  expect(await modeOf(dataDir)).toBe('700')
})

it('never opens a directory that is closed already', async () => {
  const dataDir = await temporaryDirectory()
  expect(await prepare(dataDir, true)).toEqual([])
  expect(await modeOf(dataDir)).toBe('700')
})

it('leaves a directory open that has other things in it, and says so each time', async () => {
  const dataDir = await temporaryDirectory()
  await writeFile(join(dataDir, 'notes.txt'), 'mine', { mode: 0o644 })
  await chmod(join(dataDir, 'notes.txt'), 0o644)
  await chmod(dataDir, 0o755)
  for (let start = 1; start <= 2; start++) {
    expect(await prepare(dataDir)).toEqual([[expect.stringContaining('chmod go-rwx'), [dataDir]]])
  }
  expect([await modeOf(dataDir), await modeOf(join(dataDir, 'notes.txt'))]).toEqual(['755', '644'])
})
