import { tokens, useView } from '../queries.ts'
import { prepareTokens } from './prepare.ts'
import { TokensPageView } from './view.tsx'

export function Page() {
  const { value, error, onRetry } = useView(tokens, prepareTokens)
  return <TokensPageView view={value} error={error} onRetry={onRetry} />
}
