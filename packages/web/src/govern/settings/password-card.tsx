import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../app/api.ts'
import { useMe } from '../../app/me.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { minPasswordLength, NewPasswordField } from '../../ui/new-password-field.tsx'
import { detailOf } from '../../ui/states.tsx'

/** Sets or changes the person's own password. */
export function PasswordCard() {
  const { user, hasPassword } = useMe()
  const queryClient = useQueryClient()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [outcome, setOutcome] = useState<{ readonly isDone: boolean; readonly text: string } | undefined>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setOutcome(undefined)
    try {
      await api.organization.setPassword({ newPassword: next, ...(hasPassword && { currentPassword: current }) })
      setCurrent('')
      setNext('')
      setOutcome({ isDone: true, text: 'Your password is set. Your other browsers are signed out.' })
      await queryClient.invalidateQueries({ queryKey: ['me'] })
      await queryClient.invalidateQueries({ queryKey: ['browser-sessions'] })
    } catch (error) {
      setOutcome({ isDone: false, text: detailOf(error) })
    }
  }
  return (
    <Card title="Password">
      {/* The key remounts the form, because browsers examine a password form only when it appears. */}
      <form key={String(hasPassword)} onSubmit={(event) => void submit(event)} className="max-w-sm space-y-3">
        <Field label="E-mail" type="email" name="email" autoComplete="username" value={user.email} readOnly />
        {hasPassword && (
          <Field
            label="Present password"
            type="password"
            name="current-password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        )}
        <NewPasswordField
          value={next}
          onValue={setNext}
          error={outcome && !outcome.isDone ? outcome.text : undefined}
        />
        <div className="flex items-center gap-3">
          <Button type="submit" disabled={next.length < minPasswordLength || (hasPassword && current === '')}>
            {hasPassword ? 'Change password' : 'Set password'}
          </Button>
          <p role="status" className="text-[13px] text-good">
            {outcome?.isDone && outcome.text}
          </p>
        </div>
      </form>
    </Card>
  )
}
