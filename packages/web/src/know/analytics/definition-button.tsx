import { CodeWords } from '../../ui/code-words.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { Waiting } from '../../ui/states.tsx'
import { useDefinitions } from './queries.ts'

/** Shows the definitions of the numbers, as the service gives them. */
export function DefinitionButton({ title, fields }: { title: string; fields: readonly string[] }) {
  return (
    <PopoverButton
      aria-label={`What is “${title}”?`}
      title="Definition"
      className="inline-flex size-7 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-ink"
      contentClass="max-h-96 w-80 overflow-y-auto"
      content={<Definitions fields={fields} />}
    >
      <Icon name="info" size={14} />
    </PopoverButton>
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
