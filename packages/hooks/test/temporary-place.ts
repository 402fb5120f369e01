import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface Place {
  readonly home: string
  readonly project: string
  /** Writes the settings of the user, or of the project. */
  write(whose: 'home' | 'project', settings: unknown): void
}

/** A home and a project of their own, with these settings; gone after the test. */
export function temporaryPlace({ user, project: own }: { user?: unknown; project?: unknown } = {}): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'muster-hooks-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const places = { home: join(root, 'home'), project: join(root, 'project') }
  for (const directory of Object.values(places)) mkdirSync(directory)
  const write: Place['write'] = (whose, settings) => {
    mkdirSync(join(places[whose], '.muster'), { recursive: true })
    const text = typeof settings === 'string' ? settings : JSON.stringify(settings)
    writeFileSync(join(places[whose], '.muster', 'settings.json'), text)
  }
  if (user !== undefined) write('home', user)
  if (own !== undefined) write('project', own)
  return { ...places, write }
}

/** Settings with some commands for one event. */
export function hooksFor(event: string, ...commands: (string | { command: string; timeout?: number })[]) {
  const hooks = commands.map((each) => ({ type: 'command', ...(typeof each === 'string' ? { command: each } : each) }))
  return { hooks: { [event]: [{ hooks }] } }
}
