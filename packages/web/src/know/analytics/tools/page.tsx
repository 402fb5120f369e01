import { tools, useView } from '../queries.ts'
import { prepareTools } from './prepare.ts'
import { ToolsPageView } from './view.tsx'

export function Page() {
  const { value, error, onRetry } = useView(tools, prepareTools)
  return <ToolsPageView view={value} error={error} onRetry={onRetry} />
}
