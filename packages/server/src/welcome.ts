import { earliestDay } from '@muster/contract/analytics'
import { addDays } from './analytics/dates.ts'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import type { DemoResult } from './demo/load-demo.ts'

/** What a person sees after the start. The key is in it only once: on the very first start, unless it was given. */
export function welcome({ address, created }: App, config: Config, demo?: DemoResult): string {
  const url = config.MUSTER_API_URL ?? address
  const ready = `Muster is ready at ${address}${url === address ? '' : `, which clients reach as ${url}`}`
  const demoText = demo ? `\n${describe(demo)}\n` : ''
  if (!created) return demo ? `${ready}\n${demoText}${tryNext(url, undefined, demo)}` : `${ready}\n`
  const isKeyGiven = config.MUSTER_OWNER_KEY !== undefined
  const keyText = isKeyGiven
    ? '  Owner’s API key  the one in MUSTER_OWNER_KEY'
    : `  Owner’s API key  ${created.apiKey}
                   Keep it: it is shown this once.`
  return `
${ready}
${demoText}
  Organization     ${created.organization.name}
  Owner            ${created.owner.email}
${keyText}
${tryNext(url, isKeyGiven ? '…' : created.apiKey, demo)}`
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
  return `The demonstration goes from ${earliestDay} to ${through}; ${added}.`
}

/** The numbers of the seven days up to this one. */
function lastWeek(through: string): string {
  const [, from] = [addDays(through, -6), earliestDay].sort()
  return `"$MUSTER_API_URL/api/v1/analytics/activity?startDate=${from}&endDate=${through}"`
}
