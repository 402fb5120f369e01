import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnUsage } from '@muster/contract/own-usage'
import { dayOf } from '../analytics/range.ts'
import type { Context } from '../command-line/context.ts'
import { shortCount } from '../usage/amounts.ts'

const everyMs = 2000

type Row = OwnUsage['data'][number]

/** Waits until the service has counted new usage of this person, and shows it. Ctrl-C stops waiting. */
export async function watchArrivals({ out, client }: Context): Promise<void> {
  const muster = await client()
  const firstDay = dayOf(Date.now())
  // Around midnight the first event may belong to the next day.
  const read = async () => (await muster.organization.myUsage({ startDate: firstDay, endDate: dayOf(Date.now()) })).data
  const before = JSON.stringify(await read())
  const startMs = performance.now()
  out.note('Waiting for the first event. Let the agent do something; Ctrl-C ends it.')
  for (;;) {
    await sleep(everyMs)
    const rows = await read()
    const row = rows.at(-1)
    if (row === undefined || JSON.stringify(rows) === before) continue
    const seconds = Math.round((performance.now() - startMs) / 1000)
    if (out.json) return out.data(row)
    return out.text(`Heard from you after ${seconds} s. Today: ${sumOf(row)}.`)
  }
}

function sumOf(row: Row): string {
  const parts = [
    counted(row.sessions, 'session'),
    counted(row.messages, 'message'),
    counted(row.billable_tokens, 'token'),
    counted(row.tool_calls, 'tool call'),
  ]
  return parts.join(', ')
}

function counted(count: number, thing: string): string {
  return `${shortCount(count)} ${thing}${count === 1 ? '' : 's'}`
}
