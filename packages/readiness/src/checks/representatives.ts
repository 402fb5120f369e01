import { groupBy } from '@muster/contract/group-by'
import type { Application } from '../applications/application.ts'
import { firstTwoFolders } from '../applications/places.ts'
import { mostNamed } from '../evidence/finding.ts'

/** The first test of each folder of an application, of those that hold most of them. */
export function representatives({ directory }: Application, tests: readonly string[]): string[] {
  const below = (path: string) => (path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path)
  const folders = groupBy(tests, (path) => firstTwoFolders(below(path)))
  const byCount = [...folders.values()].sort((a, b) => b.length - a.length)
  return byCount.slice(0, mostNamed).flatMap(([first]) => first ?? [])
}
