import { type FormEvent, useId, useState } from 'react'
import { api } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Failure } from '../../../ui/states.tsx'

interface SetLimitProps {
  readonly email: string
  readonly limit?: number
  readonly emails: readonly string[]
  readonly onSaved: () => void
}

export function SetLimit({ email: known, limit, emails, onSaved }: SetLimitProps) {
  const listId = useId()
  const [email, setEmail] = useState(known)
  const [text, setText] = useState(limit === undefined ? '' : String(limit))
  const [error, setError] = useState<unknown>()
  const save = async (wanted: number | null) => {
    setError(undefined)
    try {
      const { errors } = await api.limits.set({ users: [{ email: email.trim(), limit: wanted }] })
      const [fault] = errors
      if (fault) setError(new Error(fault.error))
      else onSaved()
    } catch (failure) {
      setError(failure)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(Number(text))
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field
        label="E-mail"
        type="email"
        required
        readOnly={known !== ''}
        list={listId}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <datalist id={listId}>
        {emails.slice(0, 1000).map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Field
        label="Credits a month"
        type="number"
        required
        min={0}
        step={1}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error !== undefined && <Failure error={error} />}
      <div className="flex justify-end gap-2">
        {limit !== undefined && (
          <Button look="danger" onClick={() => void save(null)}>
            Remove the limit
          </Button>
        )}
        <Button type="submit" look="solid" disabled={email.trim() === '' || text === ''}>
          Save
        </Button>
      </div>
    </form>
  )
}
