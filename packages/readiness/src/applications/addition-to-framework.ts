import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'
import { isDeployed } from './deployment.ts'
import { below, type Unsorted } from './is-started.ts'
import { isForeign, isForTests, isTemplate, joinPath } from './places.ts'

/** A package that adds something to programs which are made with a framework, and is started by them. */
export function isAdditionToFramework(repository: Repository, app: Unsorted): boolean {
  return isAdditionToDjango(repository, app) || isAdditionToLaravel(repository, app)
}

/** Laravel finds what such a package brings; a program has a command beside it. */
function isAdditionToLaravel(repository: Repository, { directory }: Unsorted): boolean {
  const manifest = repository.data(joinPath(directory, 'composer.json')).value
  return at(manifest, 'extra', 'laravel', 'providers') !== undefined && !repository.has(joinPath(directory, 'artisan'))
}

/** A package that is classified for Django, and no site itself. Beside its manifest a `manage.py` starts its tests. */
function isAdditionToDjango(repository: Repository, app: Unsorted): boolean {
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
