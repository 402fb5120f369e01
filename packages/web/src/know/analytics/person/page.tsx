import type { UserRow } from '@muster/contract/analytics'
import { useParams } from '@tanstack/react-router'
import { api } from '../../../app/api.ts'
import { useTitle } from '../../../app/title.ts'
import { prepareCosts } from '../costs/prepare.ts'
import { costs, type DayRows, useView } from '../queries.ts'
import { preparePerson } from './prepare.ts'
import { PersonPageView } from './view.tsx'

/** A cursor just before a user id in byte order: the page after it begins with this person. */
function idBefore(userId: string): string {
  const last = userId.codePointAt(userId.length - 1) ?? 1
  return `${userId.slice(0, -1)}${String.fromCodePoint(last - 1)}\u{10ffff}`
}

function daysOf(userId: string): DayRows<UserRow> {
  return {
    name: `person ${userId}`,
    async read(days) {
      const { data } = await api.analytics.users({ ...days, limit: 1, cursor: idBefore(userId) })
      return data.filter((row) => row.user_id === userId)
    },
  }
}

export function Page() {
  const { userId = '' } = useParams({ strict: false }) as { userId?: string }
  const { value, error, onRetry } = useView(daysOf(userId), preparePerson)
  const money = useView(costs([{ kind: 'person', name: userId }]), prepareCosts)
  const name = value?.email ?? userId
  useTitle(name)
  return (
    <PersonPageView
      id={userId}
      name={name}
      view={value}
      costs={money.value}
      error={error ?? money.error}
      onRetry={() => {
        onRetry()
        money.onRetry()
      }}
    />
  )
}
