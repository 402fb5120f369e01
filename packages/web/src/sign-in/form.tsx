import { type FormEvent, useState } from 'react'
import { api } from '../app/api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { detailOf } from '../ui/states.tsx'

/** Signs in with an API key. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [key, setKey] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await api.browserSessions.create({ apiKey: key.trim() })
      onSignedIn()
    } catch (failure) {
      setError(detailOf(failure))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      {/* So that whoever keeps passwords knows what this one is for. */}
      <input type="text" name="username" autoComplete="username" value="API key" readOnly hidden />
      <Field
        label="API key"
        type="password"
        name="api-key"
        autoComplete="current-password"
        spellCheck={false}
        required
        placeholder="mst_…"
        value={key}
        onChange={(event) => setKey(event.target.value)}
        error={error}
      />
      <Button type="submit" look="solid" disabled={isBusy || key.trim() === ''} className="w-full">
        {isBusy ? 'Signing in …' : 'Sign in'}
      </Button>
    </form>
  )
}
