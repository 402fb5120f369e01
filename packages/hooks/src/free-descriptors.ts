import { closeSync, openSync } from 'node:fs'

/** Three pairs for input and outputs, one for the start itself, and two to spare. */
const neededForStart = 10

/**
 * Whether this process may still open enough files to start another one. Node loses files for good if it runs out of
 * them during a start, so this is checked before.
 */
export function hasFreeDescriptors(): boolean {
  const open: number[] = []
  try {
    for (let count = 0; count < neededForStart; count += 1) open.push(openSync('/dev/null', 'r'))
    return true
  } catch {
    return false
  } finally {
    for (const descriptor of open) closeSync(descriptor)
  }
}
