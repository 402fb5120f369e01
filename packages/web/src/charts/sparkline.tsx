import { line } from 'd3-shape'

interface SparklineProps {
  readonly values: readonly number[]
  readonly width?: number
  readonly height?: number
  readonly className?: string
}

/** The shape of a series, without numbers, which are shown beside it. */
export function Sparkline({ values, width = 96, height = 24, className = 'stroke-accent' }: SparklineProps) {
  const top = Math.max(1, ...values)
  const step = values.length > 1 ? (width - 2) / (values.length - 1) : 0
  const path = line<number>()
    .x((_, index) => 1 + index * step)
    .y((value) => height - 1.5 - (value / top) * (height - 3))
  return (
    <svg aria-hidden="true" width={width} height={height} className="block">
      <path d={path([...values]) ?? ''} fill="none" strokeWidth={1.5} strokeLinejoin="round" className={className} />
    </svg>
  )
}
