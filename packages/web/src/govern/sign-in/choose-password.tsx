import type { LinkInfo } from '@muster/contract/sign-in-link'
import { type FormEvent, useState } from 'react'
import { api } from '../../app/api.ts'
import { openIdName } from '../../app/environment.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { minPasswordLength, NewPasswordField } from '../../ui/new-password-field.tsx'
import { detailOf } from '../../ui/states.tsx'

interface ChoosePasswordProps {
  readonly info: LinkInfo
  readonly token: string
  readonly onSignedIn: () => void
}

/** Lets a person who was invited, or who lost a password, choose one, and signs them in. */
export function ChoosePassword({ info, token, onSignedIn }: ChoosePasswordProps) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const isInvitation = info.purpose === 'invitation'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await api.browserSessions.create({ link: token, newPassword: password })
      onSignedIn()
    } catch (failure) {
      setError(detailOf(failure))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <p className="text-muted">
        {isInvitation
          ? `You are invited to ${info.organizationName}. Choose a password, and you are in.`
          : 'Choose a new password. You are signed out wherever you are signed in now.'}
      </p>
      <Field label="E-mail" type="email" name="email" autoComplete="username" value={info.email} readOnly />
      <NewPasswordField
        value={password}
        onValue={setPassword}
        error={error}
        advice="A few words that nobody would guess are good."
      />
      <Button type="submit" look="solid" disabled={isBusy || password.length < minPasswordLength} className="w-full">
        {isBusy ? 'One moment …' : isInvitation ? 'Join' : 'Set the password'}
      </Button>
      {isInvitation && openIdName && (
        <a href="/sign-in/openid" className={`${buttonClass('outline')} w-full`}>
          Continue with {openIdName} instead
        </a>
      )}
    </form>
  )
}
