import type { Repository } from '../repository/create-repository.ts'
import { ownWords } from './describe.ts'
import type { Unsorted } from './is-started.ts'
import { isForeign, isForTests } from './places.ts'

/** Words that begin with what it is, such as “A small HTTP library” or “Muster is a framework”. */
const isCalled =
  /^(\S+ (is|are) )?((an?|the) )?((?!(on|with|for|of|using|from|in|by|to|and|is|are|built|based|skeleton)\b)[^\s.;:]+ ){0,8}(library|framework)\b(?! (skeleton|starter|template|example))/i

/** Whether code uses it, though it opens ports or is built upon a framework for servers: by its own first words, or as an addition to Django. */
export function isMadeForCode(repository: Repository, app: Unsorted): boolean {
  return isCalled.test(ownWords(repository, app) ?? '') || isAdditionToDjango(repository, app)
}

/** A package that is classified for Django, without the file that starts a site. */
function isAdditionToDjango(repository: Repository, { language, manifests, paths }: Unsorted): boolean {
  const isClassified = manifests.some((path) => (repository.text(path) ?? '').includes('Framework :: Django'))
  const isSite = (path: string) => /(^|\/)manage\.py$/.test(path) && !isForeign(path) && !isForTests(path)
  return language === 'python' && isClassified && !paths.some(isSite)
}
