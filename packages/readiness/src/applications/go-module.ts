import type { Repository } from '../repository/create-repository.ts'
import { joinPath, nameOf } from './places.ts'

/** The address of the module of Go in a directory. */
export function goModuleOf(repository: Repository, directory: string): string | undefined {
  return /^module\s+(\S+)/m.exec(repository.text(joinPath(directory, 'go.mod')) ?? '')?.[1]
}

/** The folder of the command that is called like its module, if there is one, in a file of whatever name. */
export function ownCommandOf(repository: Repository, directory: string): string | undefined {
  const module = goModuleOf(repository, directory)
  if (module === undefined) return undefined
  const folder = joinPath(directory, `cmd/${nameOf(module.replace(/\/v\d+$/, ''))}`)
  return repository.namesIn(folder).some((each) => each.endsWith('.go')) ? folder : undefined
}
