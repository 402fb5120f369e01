import { DayCard } from '../../../charts/day-card.tsx'
import { Stat, StatSkeleton } from '../../../ui/stat.tsx'
import { AnalyticsPage, Stats } from '../analytics-page.tsx'
import type { ActivityView } from './prepare.ts'

interface ActivityPageViewProps {
  readonly view: ActivityView | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

const endpoint = '/api/v1/analytics/activity'
const whole = (value: number) => String(Math.round(value * 10) / 10)

export function ActivityPageView({ view, error, onRetry }: ActivityPageViewProps) {
  const state = { error, onRetry }
  return (
    <AnalyticsPage title="Activity">
      <Stats error={error}>
        {view ? (
          <>
            <Stat label="Monthly active people" {...view.monthly} />
            <Stat label="Active people, a day on average" {...view.daily} format={whole} />
            <Stat label="Sessions" {...view.sessions} />
            <Stat label="Messages" {...view.messages} />
          </>
        ) : (
          ['Monthly active people', 'Active people, a day on average', 'Sessions', 'Messages'].map((label) => (
            <StatSkeleton key={label} label={label} />
          ))
        )}
      </Stats>
      <DayCard
        id="active-people"
        title="Active people"
        fields={['daily_active_users', 'weekly_active_users', 'monthly_active_users'].map(
          (field) => `${endpoint} ${field}`,
        )}
        table={view?.usersTable}
        height={280}
        {...state}
        kind="lines"
        days={view?.days}
        series={view?.users}
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <DayCard
          id="sessions"
          title="Sessions started"
          fields={[`${endpoint} sessions`]}
          table={view?.sessionsTable}
          {...state}
          kind="columns"
          days={view?.days}
          series={view?.sessionSeries}
          previous={view?.previousSessions}
        />
        <DayCard
          id="messages"
          title="Messages"
          fields={[`${endpoint} messages`, `${endpoint} user_messages`]}
          table={view?.messagesTable}
          {...state}
          kind="columns"
          days={view?.days}
          series={view?.messageSeries}
          previous={view?.previousMessages}
        />
      </div>
      <DayCard
        id="people-by-client"
        title="Active people by client"
        fields={[`${endpoint} daily_active_users_by_client`]}
        table={view?.clientsTable}
        {...state}
        kind="lines"
        days={view?.days}
        series={view?.byClient}
      />
    </AnalyticsPage>
  )
}
