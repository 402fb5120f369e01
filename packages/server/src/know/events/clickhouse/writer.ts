import type { Entry, Scope, Writer } from '../append.ts'
import { columns, eventColumns, quoteAll } from '../columns.ts'
import { dayNumberOf } from '../identity.ts'
import { eventKinds, toStoredEvent } from '../queries.ts'
import type { Client } from './client.ts'
import { findQuery, idsStructure, idsTable } from './queries.ts'
import { RowWriter, readRows } from './row-binary.ts'

/** ClickHouse refuses an INSERT into more than 100 partitions of a table. */
const maxDays = 90

const bytesOfEvent = 256

export function createWriter(client: Client, table: string): Writer {
  return {
    async find(scopes) {
      const answer = await client.request({
        sql: findQuery(table, scopes),
        table: { name: idsTable, structure: idsStructure, data: idsOf(scopes) },
      })
      return readRows(answer, eventKinds, toStoredEvent)
    },

    async write(entries) {
      const byDay = [...Map.groupBy(entries, ({ scope }) => scope.idDay).values()]
      for (let at = 0; at < byDay.length; at += maxDays) {
        await client.request({
          sql: `insert into ${table} (${quoteAll(columns)}) format RowBinary`,
          data: encode(byDay.slice(at, at + maxDays).flat()),
        })
      }
    },
  }
}

function encode(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const rows = new RowWriter(entries.length * bytesOfEvent)
  for (const { scope, event, arrivedMs } of entries) {
    rows.text(scope.organizationId)
    rows.day(scope.idDay)
    rows.id(event.id)
    rows.day(dayNumberOf(event.timeMs))
    for (const { field, kind } of eventColumns) {
      const value = event[field]
      if (kind === 'measure') rows.measure(value === null ? null : Number(value))
      else if (typeof value === 'number') rows.number(value)
      else rows.text(String(value))
    }
    rows.number(arrivedMs)
  }
  return rows.bytes()
}

function idsOf(scopes: readonly Scope[]): Uint8Array<ArrayBuffer> {
  const rows = new RowWriter()
  for (const { entries } of scopes) for (const id of entries.keys()) rows.id(id)
  return rows.bytes()
}
