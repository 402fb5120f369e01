import type { ActivityRow } from '@muster/contract/analytics'
import { tableOfDays } from '../../../charts/data-table.ts'
import { plainColor, type Series } from '../../../charts/series.ts'
import { type Before, daysBefore, lastBefore, sumBefore, sumOf, totalOf } from '../sums.ts'

const clients = [
  ['terminal-ui', 'Terminal'],
  ['web', 'Web'],
  ['non-interactive-cli', 'Automation'],
] as const

function colored(series: readonly Omit<Series, 'color'>[]): Series[] {
  return series.map((one, index) => ({ ...one, color: plainColor(index) }))
}

export function prepareActivity(rows: readonly ActivityRow[], before: Before<ActivityRow> | undefined) {
  const days = rows.map(({ date }) => date)
  const users = colored([
    { key: 'daily', label: 'Daily', values: rows.map((row) => row.daily_active_users) },
    { key: 'weekly', label: 'Weekly', values: rows.map((row) => row.weekly_active_users) },
    { key: 'monthly', label: 'Monthly', values: rows.map((row) => row.monthly_active_users) },
  ])
  const byClient = colored(
    clients.map(([key, label]) => ({ key, label, values: rows.map((row) => row.daily_active_users_by_client[key]) })),
  )
  const messages = colored([
    { key: 'user', label: 'By people', values: rows.map((row) => row.user_messages) },
    { key: 'assistant', label: 'By agents', values: rows.map((row) => row.messages - row.user_messages) },
  ])
  const sessions = colored([{ key: 'sessions', label: 'Sessions', values: rows.map((row) => row.sessions) }])
  const daily = (row: ActivityRow) => row.daily_active_users
  const dailyBefore = sumBefore(before, daily)
  const aDay = (sum: number) => sum / Math.max(1, rows.length)
  return {
    days,
    monthly: { value: rows.at(-1)?.monthly_active_users ?? 0, before: lastBefore(rows, before)?.monthly_active_users },
    daily: {
      value: aDay(sumOf(rows, daily)),
      before: dailyBefore === undefined ? undefined : aDay(dailyBefore),
      values: rows.map(daily),
    },
    sessions: totalOf(rows, before, (row) => row.sessions),
    messages: totalOf(rows, before, (row) => row.messages),
    users,
    usersTable: tableOfDays(days, users, false),
    byClient,
    clientsTable: tableOfDays(days, byClient, false),
    messageSeries: messages,
    messagesTable: tableOfDays(days, messages, true),
    previousMessages: daysBefore(rows, before, (row) => row.messages),
    sessionSeries: sessions,
    sessionsTable: tableOfDays(days, sessions, true),
    previousSessions: daysBefore(rows, before, (row) => row.sessions),
  }
}

export type ActivityView = ReturnType<typeof prepareActivity>
