import { type TextareaHTMLAttributes, useId } from 'react'
import { inputClass } from './field.tsx'

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

/** A labelled multi-line text field. */
export function TextArea({ label, hint, error, className = '', ...rest }: TextAreaProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-[13px] font-medium">
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        className={`${inputClass} h-auto max-h-96 min-h-20 py-1.5 font-mono text-xs [field-sizing:content]`}
        {...rest}
      />
      {note && (
        <p id={`${id}-note`} className={`mt-1 text-xs ${error ? 'text-bad' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  )
}
