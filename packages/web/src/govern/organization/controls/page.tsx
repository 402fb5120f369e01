import type { ControlSettings } from '@muster/contract/controls'
import { isMusterError } from '@muster/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { useMe } from '../../../app/me.ts'
import { differences, reapply, withValue } from './schema-form.ts'
import { useControlsDraft } from './use-controls-draft.ts'
import { ControlsView } from './view.tsx'

type Tree = Readonly<Record<string, unknown>>

export function Page() {
  const { user } = useMe()
  const isOwner = user.role === 'owner'
  const queryClient = useQueryClient()
  const controls = useQuery({ queryKey: ['controls'], queryFn: () => api.controls.get() })
  const [draft, setDraft] = useControlsDraft(user.id)
  const [isReviewing, setReviewing] = useState(false)
  const [error, setError] = useState<unknown>()
  const latest = controls.data
  const base = draft?.base ?? latest
  const settings: Tree = draft?.settings ?? latest?.settings ?? {}
  const own = base ? differences(base.settings, settings) : []
  // Another person has saved since this one began to edit.
  const isBehind = draft !== undefined && latest !== undefined && latest.revision !== draft.base.revision

  const save = async () => {
    if (!base) return
    setError(undefined)
    try {
      const saved = await api.controls.replace(settings as ControlSettings, { ifMatch: base.revision })
      setDraft(undefined)
      setReviewing(false)
      queryClient.setQueryData(['controls'], saved)
      await queryClient.invalidateQueries({ queryKey: ['controls'] })
    } catch (failure) {
      if (isMusterError(failure) && failure.code === 'revision_mismatch') {
        setReviewing(false)
        await controls.refetch()
      } else setError(failure)
    }
  }
  return (
    <ControlsView
      change={base}
      settings={settings}
      own={own}
      theirs={isBehind ? { change: latest, differences: differences(draft.base.settings, latest.settings) } : undefined}
      isReadOnly={!isOwner}
      isReviewing={isReviewing}
      saveError={error}
      error={controls.error}
      onRetry={() => void controls.refetch()}
      onChange={(path, value) => base && setDraft({ base, settings: withValue(settings, path, value) })}
      onDiscard={() => setDraft(undefined)}
      onReview={(isOpen) => {
        setError(undefined)
        setReviewing(isOpen)
      }}
      onRebase={() => latest && setDraft({ base: latest, settings: reapply(own, latest.settings) })}
      onSave={() => void save()}
    />
  )
}
