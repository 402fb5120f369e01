import { earliestDay } from '@muster/contract/analytics'
import type { Config } from '../ground/config/settings.ts'
import { addDays } from '../ground/platform/days.ts'
import type { App } from './app.ts'
import type { DemoResult } from './demo/load-demo.ts'
import { playground } from './demo/offer-computer.ts'

interface WelcomeOptions {
  readonly config: Config
  /** True if the output is a terminal. Other output is probably stored, and a key must not be stored there. */
  readonly isTerminal: boolean
  readonly demo?: DemoResult | undefined
  /** A link that signs the owner in once, or a text that says where it is. */
  readonly signIn?: string | undefined
}

type Started = Pick<App, 'address' | 'created' | 'unusedKey'>

/** The text that a person sees after the start. It shows the key until its first use, unless the key was given. */
export function welcome(app: Started, { config, isTerminal, demo, signIn }: WelcomeOptions): string {
  const { address, unusedKey } = app
  const url = config.MUSTER_API_URL ?? address
  const ready = `Muster is ready at ${address}${url === address ? '' : `, which clients reach as ${url}`}`
  const demoText = demo ? `\n${describe(demo)}\n` : ''
  // For a demonstration, the owner was shown before it was loaded.
  const owner = demo ? '' : ownerText(app, isTerminal)
  if (!owner && !demo) return `${ready}\n`
  const key = unusedKey ? (isTerminal ? unusedKey.key : `$(cat ${quoted(unusedKey.file)})`) : app.created && '…'
  const link = signIn ? `\n  Sign in          ${signIn}\n                   It works once, for an hour.\n` : ''
  return `\n${ready}\n${demoText}${owner}${link}${tryNext(url, key, demo)}`
}

/** The owner of the first organization and their key; empty after the first use of the key. */
export function ownerText({ created, unusedKey }: Started, isTerminal: boolean): string {
  const organization = created?.organization.name ?? unusedKey?.organizationName
  if (organization === undefined) return ''
  return `
  Organization     ${organization}
  Owner            ${created?.owner.email ?? unusedKey?.ownerEmail}
  Owner’s API key  ${keyText(unusedKey, isTerminal)}
`
}

function keyText(unusedKey: Started['unusedKey'], isTerminal: boolean): string {
  if (!unusedKey) return 'the one in MUSTER_OWNER_KEY'
  if (!isTerminal)
    return `in ${unusedKey.file}\n                   The file goes away once the key was used: keep it elsewhere.`
  return `${unusedKey.key}\n                   Keep it. Each start shows it until it was used.`
}

function tryNext(url: string, key: string | undefined, demo: DemoResult | undefined): string {
  const paths = ['$MUSTER_API_URL/api/v0/me', ...(demo?.through ? [lastWeek(demo.through)] : [])]
  const curls = paths.map((path) => `  curl -H "Authorization: Bearer $MUSTER_API_KEY" ${path}`)
  const exports = [`  export MUSTER_API_URL=${url}`, ...(key ? [`  export MUSTER_API_KEY=${key}`] : [])]
  return `
${key ? 'Try next:' : 'Try next, with your key in MUSTER_API_KEY:'}

${[...exports, ...curls].join('\n')}

  The API, explained: ${url}/docs

`
}

function describe({ events, through }: DemoResult): string {
  if (through === undefined) return `The demonstration begins on ${earliestDay}; not one of its days is over yet.`
  const added = events === 0 ? 'nothing was missing' : `${events.toLocaleString('en-US')} events are new`
  return `The demonstration goes from ${earliestDay} to ${through}; ${added}.
The computer ${playground} runs here and waits for messages, with an agent that needs no model: docs/computers.md`
}

/** A URL for the numbers of the seven days up to this one, quoted for a shell. */
function lastWeek(through: string): string {
  const [, from] = [addDays(through, -6), earliestDay].sort()
  return `"$MUSTER_API_URL/api/v1/analytics/activity?startDate=${from}&endDate=${through}"`
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
