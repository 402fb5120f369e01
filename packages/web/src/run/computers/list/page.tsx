import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../app/api.ts'
import { useMe } from '../../../app/me.ts'
import { computersKey, useComputers } from '../queries.ts'
import { ComputersView } from './view.tsx'

export function Page() {
  const { user } = useMe()
  const computers = useComputers(true)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isLeading = user.role === 'owner' || user.role === 'manager'
  const controls = useQuery({ queryKey: ['controls'], queryFn: () => api.controls.get(), enabled: isLeading })
  const addManaged = async (name: string) => {
    const { id } = await api.computers.register({ name, provider: 'managed' })
    await queryClient.invalidateQueries({ queryKey: computersKey })
    await navigate({ to: '/computers/$computerId', params: { computerId: id } as never })
  }
  return (
    <ComputersView
      computers={computers.data}
      error={computers.data ? undefined : computers.error}
      onRetry={() => void computers.refetch()}
      onAddManaged={controls.data?.settings.managedComputersEnabled ? addManaged : undefined}
    />
  )
}
