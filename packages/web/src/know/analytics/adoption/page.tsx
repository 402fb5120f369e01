import { adoption, useView } from '../queries.ts'
import { prepareAdoption } from './prepare.ts'
import { AdoptionPageView } from './view.tsx'

export function Page() {
  const { value, error, onRetry } = useView(adoption, prepareAdoption)
  return <AdoptionPageView view={value} error={error} onRetry={onRetry} />
}
