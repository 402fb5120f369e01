import { realpathSync, statSync } from 'node:fs'
import type { Policy } from '@muster/contract/relay/to-computer'
import type { AgentPreset } from '../agent/preset.ts'
import type { Place } from '../place/place.ts'
import type { ToClose } from './closed-paths.ts'
import type { Pair } from './renewed-files.ts'
import type { Project } from './repositories.ts'

/** An agent that needs a sandbox. */
export interface Planned {
  readonly folder: string
  readonly home: string
  readonly env: NodeJS.ProcessEnv
  readonly preset: AgentPreset
  readonly place: Place
  readonly sessionId: string
  readonly sandbox: Policy['sandbox']
}

/** The parts of a sandbox: arguments for bubblewrap before and after those that close paths. */
export interface Plan {
  readonly before: readonly string[]
  readonly toClose: readonly ToClose[]
  readonly after: readonly string[]
  /** Writable folders. */
  readonly writable: readonly string[]
  /** Folders in which people use git and editors, too. */
  readonly projects: readonly Project[]
  readonly renewed: readonly Pair[]
  /** Paths that the rules open and this machine does not, as ends of sentences. */
  readonly refused: readonly string[]
}

/** Hides a file or folder, at its real path. */
export function hide(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })) return []
  const real = realpathSync(path)
  return statSync(real).isDirectory() ? ['--tmpfs', real] : ['--ro-bind', '/dev/null', real]
}
