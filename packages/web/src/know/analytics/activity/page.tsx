import { activity, useView } from '../queries.ts'
import { prepareActivity } from './prepare.ts'
import { ActivityPageView } from './view.tsx'

export function Page() {
  const { value, error, onRetry } = useView(activity, prepareActivity)
  return <ActivityPageView view={value} error={error} onRetry={onRetry} />
}
