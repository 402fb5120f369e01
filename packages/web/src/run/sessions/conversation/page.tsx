import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { api } from '../../../app/api.ts'
import { useTitle } from '../../../app/title.ts'
import { useDraft } from '../../../ui/use-draft.ts'
import { useComputers } from '../../computers/queries.ts'
import { sessionsKey } from '../live/use-live-sessions.ts'
import { titleOf } from '../status.ts'
import { attachmentsOf } from './chosen-file.ts'
import { useConversation } from './use-conversation.ts'
import { type ConversationActions, ConversationView } from './view.tsx'

export function Page() {
  const { sessionId = '' } = useParams({ strict: false })
  return <SessionPage key={sessionId} sessionId={sessionId} />
}

function SessionPage({ sessionId }: { sessionId: string }) {
  const { conversation, now, rows } = useConversation(sessionId)
  const [draft, setDraft] = useDraft(sessionId)
  const [fault, setFault] = useState<unknown>()
  const [isAnswering, setAnswering] = useState(false)
  const isAway = now.session?.statusReason === 'computer_offline'
  const computer = useComputers(isAway).data?.find(({ id }) => id === now.session?.computerId)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useTitle(now.session ? titleOf(now.session) : 'Session')

  /** Shows an error above the field for the next message. */
  const attempt = useCallback(async (work: () => Promise<void>) => {
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      setFault(error)
    }
  }, [])

  const actions = useMemo((): ConversationActions => {
    return {
      send: async (text, files) => {
        await api.messages.post({ sessionId, text, client: 'web', ...attachmentsOf(files) })
      },
      interrupt: () => void attempt(() => conversation.change(() => api.sessions.interrupt({ sessionId }))),
      takeBack: (messageId) =>
        void attempt(async () => {
          await api.messages.takeBack({ sessionId, messageId })
          conversation.takenBack(messageId)
        }),
      answer: (permissionId, optionId, reason) => {
        setAnswering(true)
        void attempt(async () => {
          conversation.answered(await api.sessions.decidePermission({ sessionId, permissionId, optionId }))
          if (reason !== undefined) await api.messages.post({ sessionId, text: reason, client: 'web' })
        }).finally(() => setAnswering(false))
      },
      save: async ({ title, model, autonomyLevel }) => {
        const sessionSettings = { ...(model && { model }), ...(autonomyLevel && { autonomyLevel }) }
        await conversation.change(() => api.sessions.update({ sessionId, title, sessionSettings }))
      },
      archive: async (isArchived) => {
        const archivedAt = isArchived ? new Date().toISOString() : null
        await conversation.change(() => api.sessions.update({ sessionId, sessionSettings: { archivedAt } }))
      },
      remove: async () => {
        await api.sessions.remove({ sessionId })
        void queryClient.invalidateQueries({ queryKey: sessionsKey })
        await navigate({ to: '/sessions' })
      },
      loadEarlier: () => void attempt(() => conversation.loadEarlier()),
    }
  }, [attempt, conversation, navigate, queryClient, sessionId])

  return (
    <ConversationView
      now={now}
      rows={rows}
      computerName={computer?.name}
      lastSeenAt={isAway ? computer?.lastSeenAt : undefined}
      draft={draft}
      onDraft={setDraft}
      actions={actions}
      fault={fault}
      isAnswering={isAnswering}
    />
  )
}
