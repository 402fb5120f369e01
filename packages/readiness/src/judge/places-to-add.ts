import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { type Application, bySize } from '../applications/application.ts'
import { manifestOf } from '../applications/main-language.ts'
import { placesToAdd } from '../catalog/places-to-add.ts'
import { wordsOf } from '../facts/glob.ts'
import type { Subject } from './special/special.ts'

/** More would be a list of the repository. */
const mostPlaces = 3

/** Files in which one would add what is missing. Files that the sentence names are not named again. */
export function placesFor(
  id: CriterionId,
  missing: string,
  { facts, applications }: Subject,
  app?: Application,
): string[] {
  const found = new Set<string>()
  for (const word of wordsOf(placesToAdd[id] ?? '')) {
    const path = pathOf(word)
    if (path !== undefined && !missing.includes(path)) found.add(path)
    if (found.size === mostPlaces) break
  }
  return [...found]

  function pathOf(word: string): string | undefined {
    if (word === '@ci') return facts.automation.find(({ isCi }) => isCi)?.path
    if (word !== '@manifest') return facts.filesOf(word, app)[0]
    const of = app ?? bySize(applications)[0]
    return of && manifestOf(of)
  }
}
