import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

interface Surroundings {
  readonly home?: string | undefined
  readonly env?: Readonly<Record<string, string | undefined>>
}

/**
 * The directory of the project: MUSTER_PROJECT_DIR or CLAUDE_PROJECT_DIR, otherwise the nearest parent with a
 * `.muster/settings.json` or a `.git`, otherwise the directory itself. The home directory is no project: its `.muster`
 * belongs to the user.
 */
export function findProject(cwd: string, { home = homedir(), env = {} }: Surroundings = {}): string {
  const named = env.MUSTER_PROJECT_DIR || env.CLAUDE_PROJECT_DIR
  if (named) return resolve(cwd, named)
  for (let directory = resolve(cwd); ; directory = dirname(directory)) {
    if (directory !== resolve(home)) {
      if (existsSync(join(directory, '.muster', 'settings.json'))) return directory
      if (existsSync(join(directory, '.git'))) return directory
    }
    if (directory === dirname(directory)) return resolve(cwd)
  }
}

/** The settings files, in order of precedence. */
export function settingsPaths(projectDir: string, home = homedir()): string[] {
  const paths = [home, projectDir].map((directory) => join(resolve(directory), '.muster', 'settings.json'))
  return [...new Set(paths)]
}
