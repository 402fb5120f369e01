import { repositoryNamed } from '@muster/contract/repository-name'
import { maxNameLength, maxVersionLength } from '@muster/contract/telemetry'
import type { UsageEvent } from '../../events/usage-event.ts'
import type { Attributes } from './otlp/telemetry.ts'

/** Where an agent worked, and in which version. */
export type Circumstances = Pick<UsageEvent, 'agentVersion' | 'repository' | 'branch' | 'team'>

/** Attributes of records and resources with these facts, for any agent. */
export const circumstanceKeys = [
  'team.id',
  'app.version',
  'service.version',
  'process.runtime.version',
  'vcs.repository.url.full',
  'vcs.owner.name',
  'vcs.repository.name',
  'vcs.ref.head.name',
  'github.copilot.git.repository',
  'github.copilot.git.branch',
] as const
type Key = (typeof circumstanceKeys)[number]

/** Reads them from a record or its resource. Values that cannot be stored are left out and reported to `leftOut`. */
export function circumstancesOf(own: Attributes, resource: Attributes, leftOut: (what: string) => void): Circumstances {
  const textAt = (key: Key): string => {
    const value = own.get(key) ?? resource.get(key)
    return typeof value === 'string' ? value.trim() : ''
  }
  const bounded = (text: string, most: number, what: string): string => {
    if (text.length <= most && !text.includes('\0') && text.isWellFormed()) return text
    leftOut(what)
    return ''
  }
  const owner = textAt('vcs.owner.name')
  const name = textAt('vcs.repository.name')
  const named = owner !== '' && name !== '' ? `${owner}/${name}` : name
  const address = textAt('vcs.repository.url.full') || textAt('github.copilot.git.repository')
  const repository = repositoryNamed(address || named)
  return {
    agentVersion: bounded(versionOf(textAt), maxVersionLength, 'version'),
    repository: bounded(repository, maxNameLength, 'repository'),
    branch: bounded(textAt('vcs.ref.head.name') || textAt('github.copilot.git.branch'), maxNameLength, 'branch'),
    team: bounded(textAt('team.id'), maxNameLength, 'team'),
  }
}

/** Gemini CLI reports the version of Node as its own; that is ignored. */
function versionOf(textAt: (key: Key) => string): string {
  const version = textAt('app.version') || textAt('service.version')
  return version === `v${textAt('process.runtime.version')}` ? '' : version
}
