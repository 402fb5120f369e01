import type { Application } from '../applications/application.ts'
import { joinPath } from '../applications/places.ts'
import { type Finding, fail, pass } from '../evidence/finding.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'

const lists = ['requirements.yml', 'collections/requirements.yml', 'roles/requirements.yml', 'galaxy.yml']

/** Whether the collections and roles that playbooks take from others have exact versions; Ansible knows no lock file. */
export function pinnedCollections(repository: Repository, { directory, kind }: Application): Finding | undefined {
  if (kind !== 'infrastructure') return undefined
  const asked = lists
    .map((name) => joinPath(directory, name))
    .flatMap((path) => versionsIn(repository, path).map((version) => ({ path, version })))
  const loose = asked.filter(({ version }) => !/^(==\s*)?v?\d+(\.\d+)*([-+][\w.]+)?$/.test(version))
  if (loose[0] !== undefined) return fail(`${loose[0].path} asks for a range of versions; write exact ones`)
  return asked[0] && pass(`${asked[0].path}:1 names exact versions`)
}

/** The versions that a list asks for; a list without a version asks for any. */
function versionsIn(repository: Repository, path: string): string[] {
  if (!repository.has(path)) return []
  const data = repository.data(path).value
  const named = [data, at(data, 'collections'), at(data, 'roles')].filter(Array.isArray).flat()
  return [
    ...named.map((each) => String(at(each, 'version') ?? '')),
    ...entriesOf(at(data, 'dependencies')).map(([, version]) => String(version)),
  ]
}
