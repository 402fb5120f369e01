import { Field } from './field.tsx'

/** The minimum length in the contract. */
export const minPasswordLength = 12

interface NewPasswordFieldProps {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly error: string | undefined
  /** Shown after the sentence about the length. */
  readonly advice?: string
}

/** The field for a new password; password managers recognise it by its name. */
export function NewPasswordField({ value, onValue, error, advice = '' }: NewPasswordFieldProps) {
  return (
    <Field
      label="New password"
      type="password"
      name="new-password"
      autoComplete="new-password"
      minLength={minPasswordLength}
      maxLength={200}
      required
      hint={`At least ${minPasswordLength} characters.${advice && ` ${advice}`}`}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      error={error}
    />
  )
}
