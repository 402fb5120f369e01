import type { AutonomyLevel } from '@muster/contract/enumerations'
import { autonomyLevels, autonomyMeanings } from './autonomy-levels.ts'

interface AutonomyChoiceProps {
  readonly value: AutonomyLevel | undefined
  readonly onChange: (level: AutonomyLevel) => void
}

/** How much an agent may do without asking. */
export function AutonomyChoice({ value, onChange }: AutonomyChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] font-medium">Autonomy</legend>
      <div className="grid gap-1.5">
        {autonomyLevels.map((level) => (
          <label
            key={level}
            className="flex cursor-pointer items-start gap-2.5 rounded-md border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="autonomy"
              checked={level === value}
              onChange={() => onChange(level)}
              className="mt-0.5 accent-(--color-accent-solid)"
            />
            <span>
              <span className="block text-[13px] font-medium capitalize">{level}</span>
              <span className="block text-xs text-muted">{autonomyMeanings[level]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
