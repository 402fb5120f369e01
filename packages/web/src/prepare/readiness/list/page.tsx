import { useSearchState } from '../../../app/search.ts'
import { useRepositories } from '../queries.ts'
import { RepositoriesView } from './view.tsx'

export function Page() {
  const query = useRepositories()
  const [search, change] = useSearchState()
  return (
    <RepositoriesView
      repositories={query.data}
      error={query.error}
      onRetry={() => void query.refetch()}
      text={search.q ?? ''}
      onText={(q) => change({ q: q || undefined })}
    />
  )
}
