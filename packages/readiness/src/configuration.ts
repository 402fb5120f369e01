import { createRequire } from 'node:module'
import { criterionIds, isCriterionId } from '@muster/contract/readiness/catalogue'
import type { OwnCriterion, ReadinessConfiguration } from '@muster/contract/readiness/configuration'
import type { Repository } from './repository/create-repository.ts'

export const configurationPath = '.muster/readiness.json'

/** What a repository decides about its own evaluation. */
export type Configuration = ReadinessConfiguration

/** The configuration is wrong; the message says where. A typo must not silently change the judgement. */
export class WrongConfiguration extends Error {
  override readonly name = 'WrongConfiguration'
}

export function readConfiguration(repository: Repository): Configuration {
  if (!repository.has(configurationPath)) return {}
  const { value: data, fault } = repository.data(configurationPath)
  if (fault !== undefined) throw wrong(`${fault}.`)
  assertForm(data)
  const configuration = data as Configuration
  for (const field of ['switchedOff', 'exemptions'] as const) {
    const unknown = Object.keys(configuration[field] ?? {}).find((id) => !isCriterionId(id))
    if (unknown !== undefined) {
      throw wrong(
        `"${field}" in ${configurationPath} names ${JSON.stringify(unknown)}, which is no criterion${closest(unknown)}`,
      )
    }
  }
  const exemptions = Object.entries(configuration.exemptions ?? {})
  for (const [id, { until }] of exemptions) {
    if (until !== undefined && !isDay(until))
      throw wrong(`The exemption of ${id} in ${configurationPath} ends on ${until}, which is no day.`)
  }
  for (const directory of [
    ...Object.keys(configuration.applications ?? {}),
    ...Object.keys(configuration.kinds ?? {}),
    ...exemptions.flatMap(([, { applications = [] }]) => applications),
  ]) {
    const start = directory.replace(/\/\*$/, '')
    const isThere = start === '.' || repository.paths.some((path) => path.startsWith(`${start}/`))
    if (!isThere)
      throw wrong(`${configurationPath} names the application ${JSON.stringify(directory)}, but no file is below it.`)
  }
  for (const [id, criterion] of Object.entries(configuration.criteria ?? {})) assertCriterion(id, criterion)
  return configuration
}

type Checking = typeof import('./configuration-fault.ts')

function assertForm(data: unknown): void {
  // Most repositories have no configuration, and what checks one is more to load than all the rest of an evaluation.
  const { faultOf } = createRequire(import.meta.url)('./configuration-fault.ts') as Checking
  const found = faultOf(data)
  if (!found) return
  const { path, message } = found
  if (message === 'schema is false') {
    throw wrong(
      `${configurationPath} has a field ${JSON.stringify(path)}, which has no meaning; see docs/readiness.schema.json of Muster.`,
    )
  }
  const withoutReason = /^(?:switchedOff|exemptions)\.(\w+)(\.reason)?$/.exec(path)
  if (withoutReason && /^needs reason$|^must not be/.test(message)) {
    throw wrong(`${configurationPath} must say why ${withoutReason[1]} is not judged.`)
  }
  throw wrong(`${path ? `${path} in ${configurationPath}` : configurationPath} ${message}.`)
}

function assertCriterion(id: string, { pattern, field }: OwnCriterion): void {
  if (!/^[a-z][a-z0-9_]{1,59}$/.test(id)) {
    throw wrong(
      `The criterion ${JSON.stringify(id)} in ${configurationPath} needs an id of lower-case letters, digits and underscores.`,
    )
  }
  if (isCriterionId(id))
    throw wrong(`${configurationPath} defines ${id}, which is a criterion already; choose another id.`)
  if (pattern !== undefined && field !== undefined) {
    throw wrong(`The criterion ${id} in ${configurationPath} has a pattern and a field; it may have one of them.`)
  }
}

function wrong(message: string): WrongConfiguration {
  return new WrongConfiguration(message)
}

function isDay(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The end of a sentence: with a criterion that begins alike or holds the text, if there is one. */
export function closest(id: string): string {
  const close = criterionIds.find((each) => each.includes(id) || (id.length > 3 && each.startsWith(id.slice(0, 4))))
  return close === undefined ? '.' : `; did you mean ${close}?`
}
