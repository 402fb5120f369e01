import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../../app/api.ts'
import { useTitle } from '../../../app/title.ts'
import { computersKey } from '../queries.ts'
import { ComputerView } from './view.tsx'

/** The steps of a computer's set-up follow each other quickly. */
const everyMs = 3000

export function Page() {
  const { computerId = '' } = useParams({ strict: false })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const query = useQuery({
    queryKey: [...computersKey, computerId],
    queryFn: () => api.computers.get({ computerId }),
    refetchInterval: everyMs,
  })
  useTitle(query.data?.name ?? 'Computer')
  const rename = async (name: string) => {
    await api.computers.update({ computerId, name })
    await queryClient.invalidateQueries({ queryKey: computersKey })
  }
  const remove = async () => {
    await api.computers.remove({ computerId })
    queryClient.removeQueries({ queryKey: [...computersKey, computerId] })
    await navigate({ to: '/computers' })
    void queryClient.invalidateQueries({ queryKey: computersKey })
  }
  return (
    <ComputerView
      key={query.data?.name}
      computer={query.data}
      error={query.data ? undefined : query.error}
      onRetry={() => void query.refetch()}
      onRename={rename}
      onRemove={remove}
    />
  )
}
