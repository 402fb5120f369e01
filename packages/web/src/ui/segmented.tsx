interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly value: Value | undefined
  readonly options: readonly (readonly [value: Value, label: string])[]
  readonly onChange: (value: Value) => void
}

/** A choice between a few values, side by side. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  return (
    <fieldset className="inline-flex flex-wrap rounded-md border border-line bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(([option, text]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={`h-7 rounded px-2.5 text-xs font-medium whitespace-nowrap transition-colors ${option === value ? 'bg-raised text-ink shadow-card' : 'text-muted hover:text-ink'}`}
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}
