import { closeSync, openSync } from 'node:fs'

/** Three pipes for input and outputs, one pipe for the start itself, and two spare descriptors. */
const neededForStart = 10

/**
 * Whether this process can open enough files to start another one. The check comes first, because Node leaks file
 * descriptors if it runs out of them during a start.
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
