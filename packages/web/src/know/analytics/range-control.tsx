import { useEffect, useState } from 'react'
import { nowMs } from '../../app/environment.ts'
import { useSearchState } from '../../app/search.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { earliestDay, type Range, shortRange, yesterday } from '../../ui/days.ts'
import { inputClass } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { nameOfComparison, type Preset, presets, steppedSearch } from './range.ts'
import { useRange } from './use-range.ts'

/** Selects the days and the comparison. All pages share them through the address. */
export function RangeControl() {
  const { range, preset, comparison, isCompared } = useRange()
  const [, change] = useSearchState()
  const lastDay = yesterday(nowMs())
  const earlier = steppedSearch(range, -1, lastDay)
  const later = range.to < lastDay ? steppedSearch(range, 1, lastDay) : undefined

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.target instanceof HTMLInputElement) return
      const step = event.key === '[' ? earlier : event.key === ']' ? later : undefined
      if (step) change(step, { isStep: true })
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [earlier, later, change])

  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="flex">
        <IconButton
          label="Earlier"
          icon="left"
          disabled={!earlier}
          onClick={() => earlier && change(earlier, { isStep: true })}
        />
        <IconButton
          label="Later"
          icon="right"
          disabled={!later}
          onClick={() => later && change(later, { isStep: true })}
        />
      </div>
      <fieldset className="inline-flex rounded-md border border-line bg-sunken p-0.5">
        <legend className="sr-only">Range</legend>
        {(Object.keys(presets) as Preset[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === preset}
            onClick={() => change({ range: name, from: undefined, to: undefined }, { isStep: true })}
            className={`h-7 rounded px-2.5 text-xs max-sm:px-1.5 font-medium whitespace-nowrap transition-colors ${name === preset ? 'bg-raised text-ink shadow-card' : 'text-muted hover:text-ink'}`}
          >
            {presets[name]}
          </button>
        ))}
      </fieldset>
      <DayChooser key={range.from + range.to} range={range} lastDay={lastDay} />
      <Button
        aria-pressed={isCompared}
        onClick={() => change({ compare: isCompared ? 'off' : undefined })}
        className={isCompared ? 'text-accent!' : ''}
        title="Each day with the same weekday of the days before, pale and dotted. Sums are compared as if weekdays were equally many."
      >
        Compare
        {comparison && <span className="tabular font-normal">with {nameOfComparison(comparison)}</span>}
      </Button>
    </div>
  )
}

interface DayChooserProps {
  readonly range: Range
  readonly lastDay: string
}

function DayChooser(props: DayChooserProps) {
  return (
    <PopoverButton className={buttonClass()} contentClass="w-64" content={<DayForm {...props} />}>
      <Icon name="calendar" size={15} className="text-muted" />
      <span className="sr-only">Range: </span>
      <span className="tabular">{shortRange(props.range)}</span>
      <span className="text-2xs text-faint">UTC</span>
    </PopoverButton>
  )
}

function DayForm({ range, lastDay }: DayChooserProps) {
  const [, change] = useSearchState()
  const [from, setFrom] = useState(range.from)
  const [to, setTo] = useState(range.to)
  const isValid = from !== '' && to !== '' && from <= to && from >= earliestDay && to <= lastDay
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) change({ range: undefined, from, to }, { isStep: true })
      }}
    >
      <DayField label="First day" value={from} lastDay={lastDay} onChange={setFrom} />
      <DayField label="Last day" value={to} lastDay={lastDay} onChange={setTo} />
      <p className="text-xs text-muted">Whole days in UTC, from {earliestDay} to yesterday.</p>
      <Button type="submit" look="solid" disabled={!isValid} className="w-full">
        Show these days
      </Button>
    </form>
  )
}

interface DayFieldProps {
  readonly label: string
  readonly value: string
  readonly lastDay: string
  readonly onChange: (day: string) => void
}

function DayField({ label, value, lastDay, onChange }: DayFieldProps) {
  return (
    <label className="block text-[13px] font-medium">
      {label}
      <input
        type="date"
        className={`${inputClass} mt-1 font-normal`}
        min={earliestDay}
        max={lastDay}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
