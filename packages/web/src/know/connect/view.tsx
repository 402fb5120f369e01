import { type AgentId, agentIds, agents } from '@muster/contract/agents'
import { musterCommand } from '../../app/environment.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CommandLine } from '../../ui/command-line.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { Failure } from '../../ui/states.tsx'
import { environmentOf } from './environment-of.ts'

interface ConnectViewProps {
  readonly agent: AgentId
  readonly onAgent: (agent: AgentId) => void
  readonly apiKey: string | undefined
  readonly url: string
  readonly isHeard: boolean
  readonly error: unknown
  readonly onMake: () => void
}

export function ConnectView({ agent, onAgent, apiKey, url, isHeard, error, onMake }: ConnectViewProps) {
  const options = agentIds.map((id) => [id, agents[id].title] as const)
  return (
    <>
      <PageHeader title="Connect an agent">Let the agent on your machine tell Muster what it does.</PageHeader>
      <div className="grid max-w-3xl gap-4">
        <Card title="1. Which agent">
          <Segmented label="Agent" value={agent} options={options} onChange={onAgent} />
        </Card>
        <Card title="2. The command, and its key">
          {apiKey ? (
            <div className="space-y-4">
              <p>Run this on the machine of the agent. It shows what it will change, and asks for the key.</p>
              <CommandLine text={musterCommand(`connect ${agent} --write --ask-key --url ${url}`)} />
              <ShownOnce label="The key" text={apiKey} note="It can only send telemetry. It is shown this once." />
              {environmentOf(agent, url, apiKey) && (
                <ShownOnce label="Or by hand, before the agent is started" text={environmentOf(agent, url, apiKey)} />
              )}
            </div>
          ) : (
            <div className="space-y-3">
              <p className="text-muted">
                A key of its own is made for {agents[agent].title}. It can send telemetry, and nothing else. Prompts and
                answers are not sent.
              </p>
              <Button look="solid" icon="key" onClick={onMake}>
                Make a key and show the command
              </Button>
              {error !== undefined && <Failure error={error} />}
            </div>
          )}
        </Card>
        <Card title="3. The first event">
          <p role="status" className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className={`size-3 shrink-0 rounded-full ${isHeard ? 'bg-good' : apiKey ? 'bg-series-3' : 'bg-line-strong'}`}
            />
            {isHeard
              ? `${agents[agent].title} reports. Its numbers are in your usage within seconds.`
              : apiKey
                ? `Waiting for ${agents[agent].title}. Start it, and ask it something.`
                : 'The dot turns green when the agent has reported.'}
          </p>
        </Card>
      </div>
    </>
  )
}
