import { type InputHTMLAttributes, type Ref, useId } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

export const inputClass =
  'h-8 w-full rounded-md border border-line-strong bg-surface px-2.5 text-[13px] shadow-card transition-colors hover:border-faint focus-visible:border-accent focus-visible:outline-offset-0'

/** A labelled line of text. */
export function Field({ label, hint, error, id, className = '', ...rest }: FieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const noteId = `${inputId}-note`
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-1 block text-[13px] font-medium">
        {label}
      </label>
      <input
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        className={inputClass}
        {...rest}
      />
      {note && (
        <p id={noteId} className={`mt-1 text-xs ${error ? 'text-bad' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  )
}
