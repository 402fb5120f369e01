import { access, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../../ground/platform/replace-file.ts'
import { StartRefused } from '../../ground/platform/start-refused.ts'
import { BackupRefused } from './format.ts'

const markName = 'restore-unfinished'
/** Files that a stopped service, its lock or the file system leave in a directory without data. */
const nothing = ['server.json', 'control.sock', 'lost+found']

/**
 * Throws for a directory that is not empty. Marks an empty one, so that no service starts in it before the restore is
 * finished.
 */
export async function claimEmptyDirectory(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const names = await readdir(dataDir)
  if (names.includes(markName)) throw new BackupRefused(unfinished(dataDir))
  if (names.some((name) => !nothing.includes(name))) {
    throw new BackupRefused(`${dataDir} is not empty: set MUSTER_DATA_DIR to an empty directory and restore again.`)
  }
  await replaceFile(join(dataDir, markName), 'A backup is being restored into this directory.\n')
}

export async function finishDirectory(dataDir: string): Promise<void> {
  await rm(join(dataDir, markName))
}

/** Removes all files of a restore from a directory that was empty before. */
export async function emptyDirectory(dataDir: string): Promise<void> {
  const made = (await readdir(dataDir)).filter((name) => !nothing.includes(name) && name !== markName)
  for (const name of [...made, markName]) await rm(join(dataDir, name), { recursive: true, force: true })
}

/** Throws after a killed restore: its partial installation must not start as if it were complete. */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  const isMarked = await access(join(dataDir, markName)).then(
    () => true,
    () => false,
  )
  if (isMarked) throw new StartRefused(unfinished(dataDir))
}

function unfinished(dataDir: string): string {
  return `A restore into ${dataDir} did not finish: delete what is in it and restore again.`
}
