import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { type FormSchema, kindOf, valueAt } from './schema-form.ts'

interface SchemaFieldProps {
  readonly schema: FormSchema
  readonly path: readonly string[]
  readonly settings: Readonly<Record<string, unknown>>
  readonly isReadOnly: boolean
  readonly onChange: (path: readonly string[], value: unknown) => void
}

/** The form field of a setting or of a group, derived from its schema. */
export function SchemaField(props: SchemaFieldProps) {
  const { schema, path, settings, isReadOnly, onChange } = props
  const label = schema.title ?? path.at(-1) ?? ''
  const value = valueAt(settings, path)
  const set = (next: unknown) => onChange(path, next)
  const hint = schema.description
  switch (kindOf(schema)) {
    case 'group':
      return (
        <fieldset className="col-span-full min-w-0 rounded-md border border-line p-3">
          <legend className="px-1 text-[13px] font-semibold">{label}</legend>
          {hint && <p className="mb-2 text-xs text-muted">{hint}</p>}
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {Object.entries(schema.properties ?? {}).map(([name, inner]) => (
              <SchemaField key={name} {...props} schema={inner} path={[...path, name]} />
            ))}
          </div>
        </fieldset>
      )
    case 'flag':
      return (
        <Select
          label={label}
          hint={hint}
          disabled={isReadOnly}
          options={[
            ['', 'Not set'],
            ['true', 'Yes'],
            ['false', 'No'],
          ]}
          value={value === undefined ? '' : String(value)}
          onChange={({ target }) => set(target.value === '' ? undefined : target.value === 'true')}
        />
      )
    case 'choice':
      return (
        <Select
          label={label}
          hint={hint}
          disabled={isReadOnly}
          options={[['', 'Not set'], ...(schema.enum ?? []).map((each): [string, string] => [each, each])]}
          value={value === undefined ? '' : String(value)}
          onChange={({ target }) => set(target.value || undefined)}
        />
      )
    case 'number':
      return (
        <Field
          label={label}
          hint={hint}
          type="number"
          readOnly={isReadOnly}
          min={schema.minimum}
          max={schema.maximum}
          placeholder="Not set"
          value={value === undefined ? '' : String(value)}
          onChange={({ target }) => set(target.value === '' ? undefined : Number(target.value))}
        />
      )
    case 'text':
      return (
        <Field
          label={label}
          hint={hint}
          readOnly={isReadOnly}
          placeholder="Not set"
          value={value === undefined ? '' : String(value)}
          onChange={({ target }) => set(target.value || undefined)}
        />
      )
    case 'lines':
      return (
        <Lines label={label} hint={hint} value={value as string[] | undefined} isReadOnly={isReadOnly} onChange={set} />
      )
    case 'json':
      return <Json label={label} hint={hint} value={value} isReadOnly={isReadOnly} onChange={set} />
  }
}

interface TextValueProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly isReadOnly: boolean
  readonly onChange: (value: unknown) => void
}

/** Keeps the text as typed, including empty lines; the setting contains only the other lines. */
function Lines({
  label,
  hint,
  value,
  isReadOnly,
  onChange,
}: TextValueProps & { readonly value: string[] | undefined }) {
  const [text, setText] = useState<string | undefined>()
  const lines = (typed: string) =>
    typed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  const isOwn = text !== undefined && JSON.stringify(lines(text)) === JSON.stringify(value ?? [])
  return (
    <TextArea
      label={label}
      hint={hint ? `${hint} One a line.` : 'One a line.'}
      readOnly={isReadOnly}
      placeholder="Not set"
      rows={3}
      value={isOwn ? text : (value ?? []).join('\n')}
      onChange={({ target }) => {
        setText(target.value)
        onChange(target.value.trim() === '' ? undefined : lines(target.value))
      }}
    />
  )
}

/** Invalid JSON stays in the field and does not change the setting. */
function Json({ label, hint, value, isReadOnly, onChange }: TextValueProps & { readonly value: unknown }) {
  const [draft, setDraft] = useState<string | undefined>()
  const [error, setError] = useState<string | undefined>()
  const change = (text: string) => {
    setDraft(text)
    if (text.trim() === '') {
      setError(undefined)
      onChange(undefined)
      return
    }
    try {
      onChange(JSON.parse(text))
      setError(undefined)
    } catch {
      setError('This is no JSON yet, so it is not part of your change.')
    }
  }
  return (
    <TextArea
      label={label}
      hint={hint ? `${hint} As JSON.` : 'As JSON.'}
      error={error}
      readOnly={isReadOnly}
      placeholder="Not set"
      rows={4}
      className="col-span-full"
      value={
        error === undefined
          ? value === undefined
            ? ''
            : (sameJson(draft, value) ?? JSON.stringify(value, null, 2))
          : draft
      }
      onChange={({ target }) => change(target.value)}
    />
  )
}

function sameJson(draft: string | undefined, value: unknown): string | undefined {
  try {
    return draft !== undefined && JSON.stringify(JSON.parse(draft)) === JSON.stringify(value) ? draft : undefined
  } catch {
    return undefined
  }
}
