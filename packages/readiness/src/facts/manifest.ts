import type { Ecosystem } from '../catalog/ecosystems.ts'
import type { Repository } from '../repository/create-repository.ts'
import { directoryOf } from '../repository/places.ts'
import { readers } from './manifest-readers.ts'
import { ecosystemOf } from './manifests.ts'

/** What a manifest says of itself. */
export interface Manifest {
  readonly path: string
  readonly directory: string
  readonly ecosystem: Ecosystem
  readonly name?: string | undefined
  /** It describes something of its own; others only gather, or hold settings of tools. */
  readonly isOwn: boolean
  /** Whether a registry gets it, if it says so. */
  readonly isPublished?: boolean | undefined
  /** What it says that speaks for a kind, as signs of `catalog/kinds.ts`. */
  readonly signs: readonly string[]
}

export function readManifest(repository: Repository, path: string): Manifest | undefined {
  const ecosystem = ecosystemOf(path)
  if (ecosystem === undefined) return undefined
  const text = repository.text(path) ?? ''
  const value = /\.(json|jsonc|toml|ya?ml)$|Pipfile$/.test(path) ? repository.data(path).value : undefined
  const { name, signs = [], ...rest } = readers[ecosystem]?.({ text, value, path, repository }) ?? { isOwn: true }
  const folder = directoryOf(path)
  return {
    path,
    ecosystem,
    directory: folder.endsWith('.xcodeproj') ? directoryOf(folder) : folder,
    ...rest,
    name: typeof name === 'string' ? name : undefined,
    signs: signs.filter((sign) => sign !== false),
  }
}
