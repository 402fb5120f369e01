import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../app/api.ts'
import { useMe } from '../../app/me.ts'
import { leave } from '../../app/session.ts'
import { SettingsView } from './view.tsx'

export function Page() {
  const me = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const sessions = useQuery({
    queryKey: ['browser-sessions'],
    queryFn: async () => (await api.browserSessions.list({ limit: 100 })).browserSessions,
  })
  const revoke = async (id: string) => {
    await api.browserSessions.revoke({ id })
    await queryClient.invalidateQueries({ queryKey: ['browser-sessions'] })
  }
  const signOut = async (isEverywhere: boolean) => {
    if (isEverywhere) await api.browserSessions.revoke({ id: 'all' })
    else await api.browserSessions.signOut()
    leave()
    await navigate({ to: '/sign-in' })
    queryClient.clear()
  }
  return (
    <SettingsView
      me={me}
      sessions={sessions.data}
      error={sessions.error}
      onRetry={() => void sessions.refetch()}
      onRevoke={(id) => void revoke(id)}
      onSignOut={() => void signOut(false)}
      onSignOutEverywhere={() => void signOut(true)}
    />
  )
}
