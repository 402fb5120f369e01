import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { earliestDay } from '@muster/contract/analytics'
import * as ofEvent from '@muster/contract/telemetry'
import { expect, it } from 'vitest'
import { bounds as ofGrpc } from '../../api/grpc/bounds.ts'
import { settings } from '../../ground/config/settings.ts'
import { dayMs } from '../../ground/platform/days.ts'
import { heldBodies } from '../../ground/platform/request-limits.ts'
import { maxNames } from '../events/name-bounds.ts'
import * as bounds from './bounds.ts'
import * as ofText from './telemetry/otlp/bounded-text.ts'
import { maxKeyLength } from './telemetry/otlp/interest.ts'

const n = (value: number | string) => Number(value).toLocaleString('en-US')
const setting = (name: 'MUSTER_MAX_EVENTS_PER_USER_DAY' | 'MUSTER_MAX_TELEMETRY_BYTES') =>
  `\`${name}\`, ${n(settings[name].default ?? '')}`

/** The rows of the page, with the numbers of the code. */
const rows: [what: string, bound: string, beyond: string][] = [
  ['a time', `from ${earliestDay} to ${bounds.maxHoursAhead} hours ahead`, 'refused'],
  [
    'events of one user on one day',
    `${setting('MUSTER_MAX_EVENTS_PER_USER_DAY')}; with several nodes a little more`,
    'refused',
  ],
  ['a body', `${setting('MUSTER_MAX_TELEMETRY_BYTES')} bytes, inflated`, '413'],
  [
    'bodies under way, as they were sent',
    `${heldBodies.ofUser} of the largest for a user, ${heldBodies.ofOrganization} for an organization`,
    '429 with `Retry-After`',
  ],
  ['bodies under way of all', `${heldBodies.ofAll} of the largest`, '503 with `Retry-After`'],
  ['events of a request', n(bounds.maxEventsOfRequest), 'refused; of usage events the whole request'],
  ['days of a request', n(bounds.maxDaysOfRequest), 'events of further days are refused'],
  ['events that wait to be stored', n(bounds.maxWaitingEvents), '503 with `Retry-After`'],
  ['a line of NDJSON', `${n(bounds.maxLineBytes)} bytes`, '400'],
  [
    'a text in an attribute, a name of a span or metric',
    `${n(ofText.maxTextLength)} characters`,
    'read up to there, told as `changed`',
  ],
  [
    'a list in an attribute',
    `${n(ofText.maxListLength)} values, ${ofText.maxListDepth} lists within each other`,
    'read up to there',
  ],
  ['a key of an attribute', `${n(maxKeyLength)} characters`, 'refused'],
  ['attributes of a data point', n(ofText.maxAttributes), 'refused'],
  ['an id of a span', `${ofText.maxIdBytes} bytes`, 'read up to there'],
  ['what tells a record from others', `${n(bounds.maxIdentityLength)} characters`, 'refused'],
  [
    'a session, a name, a model, a matcher, an id of a user or of an event',
    `${ofEvent.maxNameLength} characters`,
    'refused',
  ],
  [
    'a repository, a branch, a team',
    `${ofEvent.maxNameLength} characters`,
    'refused; of OpenTelemetry left out, told as `changed`',
  ],
  [
    'a version of an agent',
    `${ofEvent.maxVersionLength} characters`,
    'refused; of OpenTelemetry left out, told as `changed`',
  ],
  ['an e-mail address', `${ofEvent.maxEmailLength} characters`, 'refused; of OpenTelemetry not taken for one'],
  ['a path of a file', `${n(ofEvent.maxPathLength)} characters`, 'refused'],
  ['a tool of a usage event', `${n(ofEvent.maxToolNameLength)} characters`, 'refused'],
  [
    'a command of a hook',
    `${n(ofEvent.maxHookCommandLength)} characters, of which ${n(bounds.keptCommandLength)} are kept, without secrets`,
    'refused; of Gemini CLI cut',
  ],
  ['tokens of a model call, of each kind', n(ofEvent.maxTokensOfCall), 'refused'],
  [
    'tokens of a data point',
    `${n(ofEvent.maxTokensOfCall)} for each of its calls, ${n(bounds.maxTokensOfPoint)} in all`,
    'refused',
  ],
  [
    'the cost of a call',
    `${n(ofEvent.maxCostOfCall)} of its currency`,
    'refused; of OpenTelemetry left out, told as `changed`',
  ],
  ['a duration', `${ofEvent.maxDurationMs / dayMs} days`, 'refused; of OpenTelemetry left out, told as `changed`'],
  ['lines of a file', n(ofEvent.maxLinesOfFile), 'refused; of OpenTelemetry left out, told as `changed`'],
  [
    'how many of something a record tells',
    `${n(bounds.maxQuantity)}; a running total ${n(bounds.maxTotal)}`,
    'refused',
  ],
  ['active time of a data point', `${bounds.maxActiveMs / dayMs} days`, 'refused'],
  ['points of a running total', `the last ${bounds.keptPoints} are kept`, 'a point before them adds nothing'],
  ['points of a running total while the store cannot be reached', n(bounds.maxWaitingPoints), '503 with `Retry-After`'],
  ['files of a patch', n(bounds.maxFilesOfRecord), 'the others are not counted, told as `changed`'],
  [
    'different names of a kind, for an organization and a day',
    n(maxNames),
    'counted as `(other)`, told in `foldedNames`',
  ],
  [
    'what could not be counted',
    `${bounds.keptExamples} examples of a request, each of ${bounds.keptTextLength} characters without secrets`,
    'counted, but not kept',
  ],
  [
    'connections over gRPC',
    `${n(ofGrpc.connections)}, each with ${ofGrpc.streamsOfConnection} calls at once`,
    'refused',
  ],
  ['a call over gRPC', `${ofGrpc.deadlineMs / 1000} seconds`, 'ended'],
]

it('is the table of bounds in docs/telemetry.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/telemetry.md'), 'utf8')
  const table = /^\| what \| bound \| beyond it \|\n\|---\|---\|---\|\n((?:\|.*\n)+)/m.exec(page)?.[1]
  expect(table).toBe(rows.map((row) => `| ${row.join(' | ')} |\n`).join(''))
})

it('leaves out no bound that ingest has', () => {
  const source = readFileSync(import.meta.filename, 'utf8')
  const numbers = Object.entries({ ...bounds, ...ofText, ...ofEvent }).filter(([, value]) => typeof value === 'number')
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers.map(([name]) => name).filter((name) => !source.includes(`.${name}`))).toEqual([])
})
