import * as Popover from '@radix-ui/react-popover'
import { CodeWords } from '../../ui/code-words.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Waiting } from '../../ui/states.tsx'
import { useDefinitions } from './queries.ts'

/** Shows the definitions of the numbers, as the service gives them. */
export function DefinitionButton({ title, fields }: { title: string; fields: readonly string[] }) {
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={`What is “${title}”?`}
        title="Definition"
        className="inline-flex size-7 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-ink"
      >
        <Icon name="info" size={14} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          className="animate-fade z-50 max-h-96 w-80 overflow-y-auto rounded-lg border border-line bg-raised p-4 text-[13px] shadow-pop"
        >
          <Definitions fields={fields} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Definitions({ fields }: { fields: readonly string[] }) {
  const { data, error, refetch } = useDefinitions()
  if (!data) return <Waiting error={error} retry={() => void refetch()} className="h-16" />
  const known = data.definitions.filter(({ endpoint, field }) => fields.includes(`${endpoint} ${field}`))
  return (
    <dl className="space-y-3">
      {known.map(({ endpoint, field, name, definition }) => (
        <div key={`${endpoint} ${field}`}>
          <dt className="font-medium">{name}</dt>
          <dd className="text-muted">
            <CodeWords text={definition} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
