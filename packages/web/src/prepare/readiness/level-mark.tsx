import { levels } from '@muster/contract/readiness/criterion'

/** The level of a repository, by number and name. */
export function LevelMark({ level }: { level: number }) {
  const name = levels.find((each) => each.level === level)?.name ?? ''
  return (
    <span className="inline-flex items-center gap-2">
      <span className="tabular inline-flex size-6 items-center justify-center rounded-md bg-accent-soft text-xs font-semibold text-accent">
        {level}
      </span>
      {name}
    </span>
  )
}
