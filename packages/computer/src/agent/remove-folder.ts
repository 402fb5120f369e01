import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'

/** Removes what an agent has written, also where it has closed folders to its own user. */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    execFileSync('chmod', ['-R', 'u+rwX', path], { stdio: 'ignore' })
    rmSync(path, { recursive: true, force: true })
  }
}
