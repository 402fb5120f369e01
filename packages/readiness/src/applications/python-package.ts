import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'
import { joinPath, upwards } from './places.ts'

/** The folder above some modules of Python whose manifest describes a package of them. */
export function packageAround(repository: Repository, directory: string): string | undefined {
  const isModule = (each: string) => repository.namesIn(each).includes('__init__.py')
  const around = isModule(directory) ? upwards(directory).find((each) => !isModule(each)) : undefined
  return around !== undefined && describesPackage(repository, around) ? around : undefined
}

/** Settings of tools alone describe no package. */
function describesPackage(repository: Repository, directory: string): boolean {
  if (repository.has(joinPath(directory, 'setup.py'))) return true
  if (/^\[metadata\]/m.test(repository.text(joinPath(directory, 'setup.cfg')) ?? '')) return true
  const manifest = repository.data(joinPath(directory, 'pyproject.toml')).value
  const poetry = at(manifest, 'tool', 'poetry')
  return at(manifest, 'project') !== undefined || (poetry !== undefined && at(poetry, 'package-mode') !== false)
}
