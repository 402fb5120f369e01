import { type Static, Type } from 'typebox'
import { Errors } from 'typebox/value'
import { closed, mapOf, text } from '../schema.ts'
import { applicationKinds } from './application-kinds.ts'
import { levels, pillars } from './criterion.ts'

const Kind = Type.Enum([...applicationKinds], { description: 'What the application is.' })
const Reason = text(1, 2000, { pattern: '\\S', description: 'Every report shows it.' })
const Path = text(1, 1000, { description: 'From the root of the repository, with slashes.' })

/** A repository's own criterion: a file, a pattern in a file, or a field of a parsed file. */
export const OwnCriterion = closed({
  title: text(1, 200),
  why: Type.Optional(text(1, 1000)),
  level: Type.Optional(
    Type.Enum(
      levels.map(({ level }) => level),
      { description: 'Only told; it counts for no level.' },
    ),
  ),
  pillar: Type.Optional(Type.Enum([...pillars])),
  file: Path,
  pattern: Type.Optional(text(1, 500, { description: 'What a line of the file must hold; `*` stands for anything.' })),
  field: Type.Optional(
    Type.Array(text(1, 200), {
      minItems: 1,
      maxItems: 20,
      description: 'The keys that lead to a field of a JSON, YAML or TOML file.',
    }),
  ),
  equals: Type.Optional(
    Type.Union([Type.String(), Type.Number(), Type.Boolean()], {
      description: 'What the field must be; without it, it must be there.',
    }),
  ),
})
export type OwnCriterion = Static<typeof OwnCriterion>

/** `.muster/readiness.json`: a repository's settings for its own evaluation. */
export const ReadinessConfiguration = closed({
  $schema: Type.Optional(Type.String()),
  applications: Type.Optional(
    mapOf(closed({ kind: Type.Optional(Kind) }), {
      maxProperties: 2000,
      description: 'The directories that are applications, `.` for the root, instead of those that are found.',
    }),
  ),
  kinds: Type.Optional(
    mapOf(Kind, {
      maxProperties: 2000,
      description:
        'The kinds of applications that are found, by directory; `packages/*` means all that are right below.',
    }),
  ),
  leaveOut: Type.Optional(
    Type.Array(Path, { maxItems: 1000, description: 'Paths that are not looked at, as .gitignore would name them.' }),
  ),
  criteria: Type.Optional(
    mapOf(OwnCriterion, { maxProperties: 100, description: 'Criteria of your own, by an id in lower case.' }),
  ),
  exemptions: Type.Optional(
    mapOf(
      closed({
        reason: Reason,
        until: Type.Optional(
          text(10, 10, {
            pattern: '^\\d{4}-\\d{2}-\\d{2}$',
            description: 'The last day, compared with the day of the commit.',
          }),
        ),
        applications: Type.Optional(
          Type.Array(Path, { minItems: 1, maxItems: 2000, description: 'Only these; without it, all.' }),
        ),
      }),
      { maxProperties: 500, description: 'Criteria that are not judged for a while, each with its reason.' },
    ),
  ),
  switchedOff: Type.Optional(
    mapOf(Reason, { maxProperties: 500, description: 'Criteria that are not judged at all, each with its reason.' }),
  ),
})
export type ReadinessConfiguration = Static<typeof ReadinessConfiguration>

/** The fault of a configuration, or `undefined` if it is valid. */
export function faultOf(value: unknown): { readonly path: string; readonly message: string } | undefined {
  const [first] = Errors(ReadinessConfiguration, value)
  if (!first) return undefined
  const keys = first.instancePath.split('/').slice(1)
  const path = keys.map((key) => named(key.replaceAll('~1', '/').replaceAll('~0', '~'))).join('')
  return { path: path.replace(/^\./, ''), message: messageOf(first) }
}

/** Puts keys with special characters in brackets, so that their dots are not read as path separators. */
function named(key: string): string {
  return /^[\w-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

type Fault = ReturnType<typeof Errors>[number]

const types: Readonly<Record<string, string>> = { object: 'an object', array: 'a list', string: 'a text' }

/** The message for people; the validator's own messages are about schemas. */
function messageOf(fault: Fault): string {
  if (fault.keyword === 'enum') return `must be one of ${fault.params.allowedValues.join(', ')}`
  if (fault.keyword === 'required') return `needs ${fault.params.requiredProperties.join(' and ')}`
  if (fault.keyword === 'type') return `must be ${types[String(fault.params.type)] ?? fault.params.type}`
  if (fault.instancePath.endsWith('/until')) return 'must be a day such as 2027-03-31'
  if (fault.keyword === 'minLength' || fault.keyword === 'minItems') return 'must not be empty'
  if (fault.keyword === 'pattern') return 'must not be blank'
  return fault.message
}
