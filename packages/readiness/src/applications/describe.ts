import { languageNames } from '../catalog/languages.ts'
import type { Repository } from '../repository/create-repository.ts'
import type { Application } from './application.ts'
import { describedBy, proseOf } from './own-words.ts'

const longest = 300

const kindWords: Readonly<Record<Application['kind'], string>> = {
  service: 'service',
  frontend: 'front end',
  tool: 'program',
  library: 'library',
  infrastructure: 'infrastructure',
}

/** The description of an application, in its own words if it has some. */
export function describe(repository: Repository, app: Omit<Application, 'description' | 'parts'>): string {
  const words = describedBy(repository, app)[0] ?? proseOf(repository, app)[0]
  // Half a character at the end could not be stored.
  return words?.slice(0, longest).toWellFormed() ?? `${languageNames[app.language]} ${kindWords[app.kind]}`
}
