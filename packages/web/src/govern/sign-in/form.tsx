import { isMusterError } from '@muster/sdk'
import { type FormEvent, useState } from 'react'
import { api } from '../../app/api.ts'
import { openIdName } from '../../app/environment.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { Select } from '../../ui/select.tsx'
import { detailOf } from '../../ui/states.tsx'

interface SignInFormProps {
  readonly onSignedIn: () => void
  /** The e-mail of a person whose session ended, to fill the field. */
  readonly email?: string
  /** Where to continue after a sign-in that leaves this page. */
  readonly next?: string | undefined
}

/** Signs in with a password or an API key, or redirects to the OpenID provider. */
export function SignInForm({ onSignedIn, email: knownEmail = '', next }: SignInFormProps) {
  const [email, setEmail] = useState(knownEmail)
  const [password, setPassword] = useState('')
  const [key, setKey] = useState('')
  const [error, setError] = useState<{ readonly isOfKey: boolean; readonly text: string } | undefined>()
  const [isBusy, setBusy] = useState(false)
  const [organizations, setOrganizations] = useState<readonly (readonly [id: string, name: string])[]>([])
  const [organizationId, setOrganizationId] = useState('')
  const isByKey = key.trim() !== ''
  const isReady = isByKey || (email.trim() !== '' && password !== '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const person = { email: email.trim(), password, ...(organizationId && { organizationId }) }
      await api.browserSessions.create(isByKey ? { apiKey: key.trim() } : person)
      onSignedIn()
    } catch (failure) {
      if (isMusterError(failure) && failure.status === 401 && failure.errors.length > 0) {
        const found = failure.errors.map(({ path, message }) => [path, plainText(message)] as const)
        setOrganizations(found)
        setOrganizationId(found[0]?.[0] ?? '')
      } else setError({ isOfKey: isByKey, text: wordsOf(failure, isByKey) })
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      {openIdName && (
        <a
          href={`/sign-in/openid?${new URLSearchParams({ next: next ?? window.location.pathname })}`}
          className={`${buttonClass('outline')} w-full`}
        >
          Continue with {openIdName}
        </a>
      )}
      <Field
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          setOrganizations([])
          setOrganizationId('')
        }}
      />
      <Field
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error && !error.isOfKey ? error.text : undefined}
      />
      {organizations.length > 0 && (
        <Select
          label="Organization"
          hint="You belong to several. Choose one, and sign in."
          options={organizations}
          value={organizationId}
          onChange={(event) => setOrganizationId(event.target.value)}
        />
      )}
      <div className="flex items-center gap-3 text-xs text-muted">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <Field
        label="API key"
        type="password"
        name="api-key"
        autoComplete="off"
        spellCheck={false}
        placeholder="mst_…"
        value={key}
        onChange={(event) => setKey(event.target.value)}
        error={error?.isOfKey ? error.text : undefined}
      />
      <Button type="submit" look="solid" disabled={isBusy || !isReady} className="w-full">
        {isBusy ? 'Signing in …' : 'Sign in'}
      </Button>
    </form>
  )
}

/** Replaces the service's message about a bearer, which is written for programs. */
function wordsOf(failure: unknown, isByKey: boolean): string {
  return isByKey && isMusterError(failure) && failure.status === 401
    ? 'This key does not work here. Check that you have copied all of it, and that it was not revoked.'
    : detailOf(failure)
}
