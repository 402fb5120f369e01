import { type AgentId, agentIds } from '@muster/contract/agents'
import type { CreatedApiKey } from '@muster/contract/api-key'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useSearchState } from '../../app/search.ts'
import { ConnectView } from './view.tsx'

/** Often enough to feel live; the service stores the last use of keys every five seconds. */
const lookEveryMs = 2_500

export function Page() {
  const [search, setSearch] = useSearchState()
  const agent: AgentId = agentIds.find((id) => id === search.agent) ?? 'claude-code'
  const [made, setMade] = useState<Readonly<Partial<Record<AgentId, CreatedApiKey>>>>({})
  const [error, setError] = useState<unknown>()
  const key = made[agent]
  const heard = useQuery({
    queryKey: ['heard', key?.id],
    queryFn: async () => {
      for await (const each of api.apiKeys.list.items({ limit: 100 })) {
        if (each.id === key?.id) return each.lastEventAt !== undefined
      }
      return false
    },
    enabled: key !== undefined,
    refetchInterval: ({ state }) => (state.data ? false : lookEveryMs),
  })
  const make = async () => {
    setError(undefined)
    await api.apiKeys
      .create({ name: `${agent}, by the web application`, scopes: ['telemetry:write'] })
      .then((created) => setMade((before) => ({ ...before, [agent]: created })), setError)
  }
  return (
    <ConnectView
      agent={agent}
      onAgent={(id) => setSearch({ agent: id })}
      apiKey={key?.key}
      url={window.location.origin}
      isHeard={heard.data === true}
      error={error}
      onMake={() => void make()}
    />
  )
}
