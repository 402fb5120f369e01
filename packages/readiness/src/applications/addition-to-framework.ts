import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'
import { isDeployed } from './deployment.ts'
import type { Unsorted } from './is-started.ts'
import { below, isForeign, isForTests, isTemplate, joinPath } from './places.ts'

/** A package that adds something to programs which are made with a framework, and is started by them. */
export function isAdditionToFramework(repository: Repository, app: Unsorted): boolean {
  return isAdditionToDjango(repository, app) || isPackageOfComposer(repository, app)
}

/** What Composer installs into other programs says its type, or Laravel finds what it brings. Sites often name no type. */
function isPackageOfComposer(repository: Repository, app: Unsorted): boolean {
  const manifest = repository.data(joinPath(app.directory, 'composer.json')).value
  const type = at(manifest, 'type')
  const isInstalled =
    (type !== undefined && type !== 'project') || at(manifest, 'extra', 'laravel', 'providers') !== undefined
  const isProgram = at(manifest, 'bin') !== undefined || repository.has(joinPath(app.directory, 'artisan'))
  return app.language === 'php' && isInstalled && !isProgram && !isDeployed(app)
}

/** A package that is classified for Django, and no site itself. Beside its manifest a `manage.py` starts its tests. */
function isAdditionToDjango(repository: Repository, app: Unsorted): boolean {
  const { language, manifests, paths, directory } = app
  if (language !== 'python' || isDeployed(app)) return false
  const isClassified = manifests.some((path) => (repository.text(path) ?? '').includes('Framework :: Django'))
  // Packages that are called so keep a site beside them, to try themselves.
  const isNamedSo = manifests.some((path) =>
    /^\s*(setup\()?\s*name\s*=\s*["']?(django|drf|wagtail)-/m.test(repository.text(path) ?? ''),
  )
  const isSite = (path: string) =>
    /(^|\/)(wsgi|asgi)\.py$|\/manage\.py$/.test(below(path, directory)) &&
    !isTemplate(path) &&
    !isForeign(path) &&
    !isForTests(path)
  return isClassified && (isNamedSo || !paths.some(isSite))
}
