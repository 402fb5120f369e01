import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { detailOf } from '../../ui/states.tsx'

interface NameFormProps {
  readonly name: string
  readonly action: string
  readonly onSave: (name: string) => Promise<void>
}

/** Asks for the name of a computer, and shows errors below the field. */
export function NameForm({ name, action, onSave }: NameFormProps) {
  const [text, setText] = useState(name)
  const [error, setError] = useState<string>()
  const save = async () => {
    setError(undefined)
    try {
      await onSave(text.trim())
    } catch (fault) {
      setError(detailOf(fault))
    }
  }
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        label="Name"
        className="flex-1"
        value={text}
        maxLength={63}
        required
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" look="solid" className="mt-[1.6rem]" disabled={text.trim() === '' || text.trim() === name}>
        {action}
      </Button>
    </form>
  )
}
