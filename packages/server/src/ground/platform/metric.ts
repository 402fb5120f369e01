/** A metric of Prometheus: a number, or several that differ by their labels. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  readonly samples: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]
}

/** Called whenever the metrics are read. */
export type MetricSource = () => Promise<readonly Metric[]> | readonly Metric[]

/** The samples of a metric with one label. */
export function byLabel(label: string, values: Readonly<Record<string, number>>): Metric['samples'] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))
}

/** Writes the text format of Prometheus. Labels are fixed words, which need no escapes. */
export function metricText({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ labels = {}, value }) => {
    const text = Object.entries(labels).map(([label, of]) => `${label}="${of}"`)
    return `${name}${text.length === 0 ? '' : `{${text.join(',')}}`} ${value}`
  })
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')
}
