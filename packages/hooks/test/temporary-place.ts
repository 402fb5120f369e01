import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { isOwnOrRoot, readRegularFile } from '../src/read-regular-file.ts'
import { saveTrust, trustOf } from '../src/trust/trust-store.ts'

export interface Place {
  readonly home: string
  readonly project: string
  /** Writes the settings of the user, or of the project. */
  write(whose: 'home' | 'project', settings: unknown): void
  /** Trusts the project as it is now. */
  trust(): void
}

interface PlaceSettings {
  readonly user?: unknown
  readonly project?: unknown
  /** Whether the user trusts whatever is written for the project. Default: yes. */
  readonly trust?: boolean
}

/** A home and a project of their own, with these settings; gone after the test. Concurrent tests say by whom they end. */
export function temporaryPlace(
  { user, project: own, trust: isTrusting = true }: PlaceSettings = {},
  atEnd = onTestFinished,
): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'muster-hooks-')))
  atEnd(() => rmSync(root, { recursive: true, force: true }))
  const places = { home: join(root, 'home'), project: join(root, 'project') }
  for (const directory of Object.values(places)) mkdirSync(directory)
  const trust = () => {
    const read = readRegularFile(join(places.project, '.muster', 'settings.json'), isOwnOrRoot)
    if (!('file' in read)) throw new Error('There are no settings to trust.')
    saveTrust(places.home, trustOf(places.project, read.file))
  }
  const write: Place['write'] = (whose, settings) => {
    mkdirSync(join(places[whose], '.muster'), { recursive: true })
    const text = typeof settings === 'string' ? settings : JSON.stringify(settings)
    writeFileSync(join(places[whose], '.muster', 'settings.json'), text)
    if (whose === 'project' && isTrusting) trust()
  }
  if (user !== undefined) write('home', user)
  if (own !== undefined) write('project', own)
  return { ...places, write, trust }
}

/** Settings with some commands for one event. */
export function hooksFor(
  event: string,
  ...commands: (string | { command: string; timeout?: number; failClosed?: boolean })[]
) {
  const hooks = commands.map((each) => ({ type: 'command', ...(typeof each === 'string' ? { command: each } : each) }))
  return { hooks: { [event]: [{ hooks }] } }
}
