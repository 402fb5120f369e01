import { Field } from './field.tsx'

/** As the contract asks. */
export const minPasswordLength = 12

interface NewPasswordFieldProps {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly error: string | undefined
  /** Said after how long it must be. */
  readonly advice?: string
}

/** Where a person chooses a password; password managers know it by its name. */
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
