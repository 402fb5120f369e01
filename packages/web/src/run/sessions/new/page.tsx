import type { AutonomyLevel } from '@muster/contract/enumerations'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api } from '../../../app/api.ts'
import { useMe } from '../../../app/me.ts'
import { useSearchState } from '../../../app/search.ts'
import { useDraft } from '../../../ui/use-draft.ts'
import { mayUse } from '../../computers/access-of.ts'
import { useComputers } from '../../computers/queries.ts'
import { attachmentsOf, type ChosenFile } from '../conversation/chosen-file.ts'
import { NewSessionView } from './view.tsx'

export function Page() {
  const { user } = useMe()
  const all = useComputers(true)
  const usable = all.data?.filter((computer) => mayUse(computer, user.id))
  const navigate = useNavigate()
  const [search, change] = useSearchState()
  const [model, setModel] = useDraft('new-session-model')
  const [draft, setDraft] = useDraft('new-session')
  const used = useQuery({
    queryKey: ['models-used'],
    queryFn: async () => {
      const { sessions } = await api.sessions.list({ limit: 100 })
      return [...new Set(sessions.flatMap(({ sessionSettings }) => sessionSettings?.model ?? []))].toSorted()
    },
  })
  const [autonomyLevel, setAutonomy] = useState<AutonomyLevel>()
  // A session whose first message was refused is reused, so that a second attempt creates no second session.
  const made = useRef<{ readonly sessionId: string; readonly wish: string }>(undefined)
  const usual = usable?.find(({ isConnected }) => isConnected) ?? usable?.[0]
  const computerId = usable?.some(({ id }) => id === search.computer) ? search.computer : usual?.id

  const start = async (text: string, files: readonly ChosenFile[]) => {
    if (computerId === undefined) throw new Error('Choose a computer first.')
    const sessionSettings = { ...(model.trim() && { model: model.trim() }), ...(autonomyLevel && { autonomyLevel }) }
    const wish = JSON.stringify([computerId, sessionSettings])
    if (made.current?.wish !== wish) {
      const { sessionId } = await api.sessions.create({ computerId, sessionSettings })
      made.current = { sessionId, wish }
    }
    const { sessionId } = made.current
    await api.messages.post({ sessionId, text, client: 'web', ...attachmentsOf(files) })
    await navigate({ to: '/sessions/$sessionId', params: { sessionId } as never })
  }

  return (
    <NewSessionView
      computers={usable}
      error={all.error}
      onRetry={() => void all.refetch()}
      computerId={computerId}
      onComputer={(computer) => change({ computer })}
      model={model}
      onModel={setModel}
      usedModels={used.data ?? []}
      autonomyLevel={autonomyLevel}
      onAutonomy={setAutonomy}
      draft={draft}
      onDraft={setDraft}
      onStart={start}
    />
  )
}
