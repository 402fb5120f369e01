import { productivity, useView } from '../queries.ts'
import { prepareProductivity } from './prepare.ts'
import { ProductivityPageView } from './view.tsx'

export function Page() {
  const { value, error, onRetry } = useView(productivity, prepareProductivity)
  return <ProductivityPageView view={value} error={error} onRetry={onRetry} />
}
