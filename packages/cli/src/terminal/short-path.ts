import { homedir } from 'node:os'

/** Abbreviates the home directory to ~. */
export function shortPath(path: string): string {
  const home = homedir()
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}
