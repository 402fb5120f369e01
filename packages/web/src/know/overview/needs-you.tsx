import type { Session } from '@muster/contract/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../app/api.ts'
import { nowMs } from '../../app/environment.ts'
import { useMe } from '../../app/me.ts'
import { useSessionPages } from '../../run/sessions/list/use-sessions.ts'
import { isAsking, titleOf } from '../../run/sessions/status.ts'
import { StatusMark } from '../../run/sessions/status-mark.tsx'
import { Card } from '../../ui/card.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { Failure } from '../../ui/states.tsx'
import { ago } from '../../ui/time.ts'

const QuestionCard = lazy(async () => ({
  default: (await import('../../run/sessions/conversation/question-card.tsx')).QuestionCard,
}))

const dayMs = 86_400_000
const most = 5

/** The person's own sessions that wait for an answer, failed within a day, or cannot go on. Nothing, if there are none. */
export function NeedsYou() {
  const { user } = useMe()
  const { data } = useSessionPages()
  const newest = data?.pages.flatMap(({ sessions }) => sessions) ?? []
  const waiting = newest.filter((session) => session.userId === user.id && needsSomebody(session)).slice(0, most)
  if (waiting.length === 0) return null
  return (
    <Card title="Needs you">
      <ul className="space-y-3">
        {waiting.map((session) => (
          <li key={session.sessionId} className="space-y-2">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px]">
              <Link
                to="/sessions/$sessionId"
                params={{ sessionId: session.sessionId } as never}
                className="min-w-0 truncate font-medium hover:underline"
              >
                {plainText(titleOf(session))}
              </Link>
              <StatusMark session={session} />
              <span className="text-xs text-muted">{ago(session.updatedAt)}</span>
            </div>
            {isAsking(session) && <Questions sessionId={session.sessionId} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function needsSomebody(session: Session): boolean {
  if (session.sessionSettings?.archivedAt) return false
  if (isAsking(session) || session.statusReason === 'computer_offline' || session.statusReason === 'stalled')
    return true
  return session.status === 'idle' && session.outcome === 'failed' && nowMs() - session.updatedAt < dayMs
}

/** What the agent asks, to be answered here. */
function Questions({ sessionId }: { sessionId: string }) {
  const queryClient = useQueryClient()
  const queryKey = ['permissions', sessionId]
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await api.sessions.listPermissions({ sessionId })).permissions,
    staleTime: 0,
  })
  const [isAnswering, setAnswering] = useState(false)
  const [error, setError] = useState<unknown>()
  const answer = async (permissionId: string, optionId: string, reason?: string) => {
    setAnswering(true)
    setError(undefined)
    try {
      await api.sessions.decidePermission({ sessionId, permissionId, optionId })
      if (reason !== undefined) await api.messages.post({ sessionId, text: reason, client: 'web' })
    } catch (failure) {
      setError(failure)
    }
    setAnswering(false)
    await queryClient.invalidateQueries({ queryKey })
  }
  return (
    <>
      {data
        ?.filter(({ status }) => status === 'pending')
        .map((question) => (
          <Suspense key={question.id}>
            <QuestionCard
              question={question}
              isAnswering={isAnswering}
              onAnswer={(optionId, reason) => void answer(question.id, optionId, reason)}
            />
          </Suspense>
        ))}
      {error !== undefined && <Failure error={error} />}
    </>
  )
}
