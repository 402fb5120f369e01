import type { Repository } from '../repository/create-repository.ts'
import { joinPath } from './places.ts'

/** The address of the module of Go in a directory. */
export function goModuleOf(repository: Repository, directory: string): string | undefined {
  return /^module\s+(\S+)/m.exec(repository.text(joinPath(directory, 'go.mod')) ?? '')?.[1]
}
