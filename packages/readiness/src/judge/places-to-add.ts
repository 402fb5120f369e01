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
  const of = app ?? bySize(applications)[0]
  const found = new Set<string>()
  for (const word of wordsOf(placesToAdd[id] ?? '')) {
    const [path] =
      word === '@ci'
        ? facts.automation.filter(({ isCi }) => isCi).map((each) => each.path)
        : word === '@manifest'
          ? [of && manifestOf(of)]
          : facts.filesOf(word, app)
    if (path !== undefined && !missing.includes(path)) found.add(path)
    if (found.size === mostPlaces) break
  }
  return [...found]
}
