import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'

/** Removes a folder that an agent has written, including subfolders without permissions. */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    execFileSync('chmod', ['-R', 'u+rwX', path], { stdio: 'ignore' })
    rmSync(path, { recursive: true, force: true })
  }
}
