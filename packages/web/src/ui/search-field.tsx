import type { InputHTMLAttributes } from 'react'
import { inputClass } from './field.tsx'

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string
  readonly onText: (text: string) => void
}

/** A search field above a list. Its label is for screen readers. */
export function SearchField({ label, onText, ...rest }: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      title="Press / to search"
      className={`${inputClass} max-w-72`}
      onChange={(event) => onText(event.target.value)}
      {...rest}
    />
  )
}
