import type { Repository } from '../repository/create-repository.ts'
import { isDeployed } from './deployment.ts'
import { below, type Unsorted } from './is-started.ts'
import { isForeign, isForTests, isTemplate } from './places.ts'

/** A package that is classified for Django, and no site itself. Beside its manifest a `manage.py` starts its tests. */
export function isAdditionToDjango(repository: Repository, app: Unsorted): boolean {
  const { language, manifests, paths, directory } = app
  if (language !== 'python' || isDeployed(app)) return false
  const isClassified = manifests.some((path) => (repository.text(path) ?? '').includes('Framework :: Django'))
  const isSite = (path: string) =>
    /(^|\/)(wsgi|asgi)\.py$|\/manage\.py$/.test(below(path, directory)) &&
    !isTemplate(path) &&
    !isForeign(path) &&
    !isForTests(path)
  return isClassified && !paths.some(isSite)
}
