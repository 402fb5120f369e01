import { groupBy } from '@muster/contract/group-by'
import { firstTwoFolders } from '../applications/places.ts'
import { mostNamed } from '../evidence/finding.ts'

/** The first test of each folder, of those that hold most of them. */
export function representatives(tests: readonly string[]): string[] {
  const folders = groupBy(tests, firstTwoFolders)
  const byCount = [...folders.values()].sort((a, b) => b.length - a.length)
  return byCount.slice(0, mostNamed).flatMap(([first]) => first ?? [])
}
