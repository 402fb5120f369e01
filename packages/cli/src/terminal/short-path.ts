import { homedir } from 'node:os'

/** With ~ for the home directory. */
export function shortPath(path: string): string {
  const home = homedir()
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}
