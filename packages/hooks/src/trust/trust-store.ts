import type { hash } from 'node:crypto'
import { readdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../check-settings.ts'
import { isOwnOrRoot, type RegularFile, readRegularFile } from '../read-regular-file.ts'
import { parseSettings } from '../read-settings.ts'
import { replaceFile } from '../replace-file.ts'
import { namedScripts } from './named-scripts.ts'

/** The state that a user has reviewed and allowed to run. Any change voids it. */
export interface Trust {
  /** The project directory, with all symlinks resolved, because commands run with it in their variables. */
  readonly project: string
  /** The settings file, with all symlinks resolved. */
  readonly file: string
  readonly owner: number
  /** The hash of the settings file. */
  readonly sha256: string
  /** The project's scripts that the commands name, with their hashes. */
  readonly scripts?: Readonly<Record<string, string>>
}

export interface StoredTrust extends Trust {
  readonly trustedAt: string
}

/** The current state in the format of the store. */
export function trustOf(projectDir: string, file: RegularFile): Trust {
  const project = canonical(projectDir)
  const { hooks } = parseSettings(file.realPath, file.bytes.toString('utf8'))
  const scripts = namedScripts(
    hooks.map(({ command }) => command),
    project,
  )
  return { project, file: file.realPath, owner: file.owner, sha256: sha256(file.bytes), scripts }
}

/** The trust file of a project: one for each, so that two concurrent commands cannot overwrite each other's. */
export function trustPath(home: string, projectDir: string): string {
  return join(trustDirectory(home), `${sha256(canonical(projectDir)).slice(0, 32)}.json`)
}

export function findTrust(home: string, projectDir: string): StoredTrust | undefined {
  const stored = readTrust(trustPath(home, projectDir))
  return stored?.project === canonical(projectDir) ? stored : undefined
}

export function isTrusted(stored: StoredTrust | undefined, now: Trust): boolean {
  if (!stored) return false
  const { project, file, owner, sha256, scripts = {} } = stored
  const isSame = project === now.project && file === now.file && owner === now.owner && sha256 === now.sha256
  return isSame && JSON.stringify(scripts) === JSON.stringify(now.scripts ?? {})
}

export function saveTrust(home: string, trust: Trust, now = new Date()): void {
  const stored: StoredTrust = { ...trust, trustedAt: now.toISOString() }
  replaceFile(trustPath(home, trust.project), `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
}

/** Returns whether there was trust to revoke. The project may no longer exist. */
export function revokeTrust(home: string, projectDir: string): boolean {
  const path = trustPath(home, projectDir)
  const wasThere = readTrust(path) !== undefined
  rmSync(path, { force: true })
  return wasThere
}

/** Sorted by project. */
export function listTrust(home: string): StoredTrust[] {
  const directory = trustDirectory(home)
  return namesIn(directory)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readTrust(join(directory, name)) ?? [])
    .toSorted((a, b) => (a.project < b.project ? -1 : 1))
}

function trustDirectory(home: string): string {
  return join(home, '.muster', 'trust')
}

/** A trust file that another user could have written is ignored. */
function readTrust(path: string): StoredTrust | undefined {
  const read = readRegularFile(path, isOwnOrRoot)
  if (!('file' in read) || (read.file.mode & 0o022) !== 0) return undefined
  try {
    const value: unknown = JSON.parse(read.file.bytes.toString('utf8'))
    return isStored(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isStored(value: unknown): value is StoredTrust {
  if (!isObject(value)) return false
  const { project, file, owner, sha256: hash, trustedAt, scripts = {} } = value
  return (
    typeof owner === 'number' &&
    isObject(scripts) &&
    [project, file, hash, trustedAt].every((each) => typeof each === 'string')
  )
}

function canonical(directory: string): string {
  try {
    return realpathSync(directory)
  } catch {
    return directory
  }
}

function sha256(data: string | Buffer): string {
  // Loaded on demand: most events have no project with hooks, and a hook should start fast.
  const crypto: { hash: typeof hash } = process.getBuiltinModule('node:crypto')
  return crypto.hash('sha256', data, 'hex')
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
