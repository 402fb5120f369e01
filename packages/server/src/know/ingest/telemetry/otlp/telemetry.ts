/** One value of an attribute. Bytes and empty values are read as undefined. */
export type AttributeValue = string | number | boolean | undefined | readonly AttributeValue[]

export type Attributes = ReadonlyMap<string, AttributeValue>

/** The fields that records of every kind share. */
export interface Telemetry {
  readonly attributes: Attributes
  /** Why the record cannot be read, if its request is otherwise valid. */
  readonly fault?: string | undefined
}

export interface LogRecord extends Telemetry {
  /** When it happened, or else when it was observed, in nanoseconds as decimal digits; empty if neither is known. */
  readonly timeNs: string
  readonly eventName: string
  /** Empty outside a span. */
  readonly spanId: string
  /** The body if it is a list; a body of text is not read. */
  readonly body: readonly AttributeValue[] | undefined
}

export interface SpanEvent {
  readonly name: string
  readonly timeNs: string
  readonly attributes: Attributes
}

export interface Span extends Telemetry {
  readonly name: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly startTimeNs: string
  readonly endTimeNs: string
  readonly failed: boolean
  readonly events: readonly SpanEvent[]
}

/** One data point of a sum, a gauge or a histogram. */
export interface MetricPoint extends Telemetry {
  readonly metric: string
  readonly temporality: 'delta' | 'cumulative' | 'none'
  readonly startTimeNs: string
  readonly timeNs: string
  /** The value, or the sum of a histogram; NaN without one. */
  readonly value: number
  /** How many measurements a histogram holds; undefined for other points. */
  readonly count: number | undefined
}

/** Records that share a resource, a scope and a reader. */
export interface Group<Reader, Record> {
  readonly reader: Reader
  readonly resource: Attributes
  readonly records: readonly Record[]
}

export interface Decoded<Reader, Record> {
  readonly groups: readonly Group<Reader, Record>[]
  /** How many records were skipped because no reader wants them. */
  readonly skipped: number
}
