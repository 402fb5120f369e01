export function median(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Expects values in ascending order, and interpolates between two of them. `NaN` without values. */
export function quantile(sorted: Float64Array | Float32Array, share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

interface Trend {
  /** Rise per sample. */
  readonly slope: number
  /** The usual distance of a sample from the line, in the unit of the samples. */
  readonly scatter: number
}

/** The straight line that fits equally spaced samples best. */
export function trendOf(samples: readonly number[]): Trend {
  const middle = (samples.length - 1) / 2
  const average = mean(samples)
  let covariance = 0
  let spread = 0
  for (const [index, sample] of samples.entries()) {
    covariance += (index - middle) * (sample - average)
    spread += (index - middle) ** 2
  }
  const slope = covariance / spread
  const squares = samples.map((sample, index) => (sample - average - slope * (index - middle)) ** 2)
  return { slope, scatter: Math.sqrt(mean(squares)) }
}
