import { type SelectHTMLAttributes, useId } from 'react'
import { inputClass } from './field.tsx'

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string
  readonly hint?: string | undefined
  readonly options: readonly (readonly [value: string, label: string])[]
  /** The label is only for screen readers. */
  readonly isBare?: boolean
}

/** A choice from a list, with the browser's own control. */
export function Select({ label, hint, options, isBare = false, className = '', ...rest }: SelectProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className={isBare ? 'sr-only' : 'mb-1 block text-[13px] font-medium'}>
        {label}
      </label>
      <select id={id} aria-describedby={hint ? `${id}-note` : undefined} className={`${inputClass} pr-7`} {...rest}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-note`} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
