import { type CriterionId, criterionIds, isCriterionId } from '@muster/contract/readiness/catalogue'
import type { Repository } from './repository/create-repository.ts'

export const configurationPath = '.muster/readiness.json'

/** What a repository decides about its own evaluation. */
export interface Configuration {
  /** Criteria that are not judged, each with the reason. */
  readonly switchedOff: Readonly<Partial<Record<CriterionId, string>>>
}

/** The configuration is wrong; the message says where. A typo must not silently change what is judged. */
export class WrongConfiguration extends Error {
  override readonly name = 'WrongConfiguration'
}

export function readConfiguration(repository: Repository): Configuration {
  if (!repository.has(configurationPath)) return { switchedOff: {} }
  repository.takeFaults()
  const data = repository.data(configurationPath)
  const [fault] = repository.takeFaults()
  if (fault !== undefined) throw wrong(`${fault}.`)
  if (!isObject(data)) throw wrong(`${configurationPath} must hold a JSON object.`)
  const unknown = Object.keys(data).find((key) => key !== 'switchedOff' && key !== '$schema')
  if (unknown !== undefined)
    throw wrong(
      `${configurationPath} has a field ${JSON.stringify(unknown)}, which has no meaning; there is "switchedOff".`,
    )
  const { switchedOff = {} } = data
  if (!isObject(switchedOff))
    throw wrong(`"switchedOff" in ${configurationPath} must be an object: {"criterion": "reason"}.`)
  for (const [id, reason] of Object.entries(switchedOff)) {
    if (!isCriterionId(id))
      throw wrong(`${configurationPath} switches off ${JSON.stringify(id)}, which is no criterion${closest(id)}.`)
    if (typeof reason !== 'string' || !reason.trim())
      throw wrong(`${configurationPath} must say why ${id} is switched off.`)
    if (reason.length > longestReason)
      throw wrong(`${configurationPath}: the reason for ${id} is longer than ${longestReason} characters.`)
  }
  return { switchedOff: switchedOff as Configuration['switchedOff'] }
}

const longestReason = 2000

function wrong(message: string): WrongConfiguration {
  return new WrongConfiguration(message)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A criterion that begins alike or holds the text. */
export function closest(id: string): string {
  const close = criterionIds.find((each) => each.includes(id) || (id.length > 3 && each.startsWith(id.slice(0, 4))))
  return close === undefined ? '' : `; did you mean ${close}?`.replace(/\?$/, '')
}
