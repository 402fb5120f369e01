/** An event as sent on the wire. */
export interface WireEvent {
  readonly event: string
  readonly id: string | undefined
  readonly data: string
}

/** A larger event does not come from the service. Without a limit, an endless line would fill the memory. */
const maxEventLength = 64 * 2 ** 20

/** Parses a `text/event-stream` incrementally; chunks may end anywhere. */
export function createEventParser(): (piece: string) => WireEvent[] {
  let rest = ''
  let isFirst = true
  let event = ''
  let id: string | undefined
  let data: string[] = []
  let size = 0

  function end(): WireEvent[] {
    const whole = { event: event || 'message', id, data: data.join('\n') }
    const isEmpty = data.length === 0
    event = ''
    id = undefined
    data = []
    size = 0
    return isEmpty ? [] : [whole]
  }

  function take(line: string): WireEvent[] {
    if (line === '') return end()
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    size += value.length
    if (name === 'event') event = value
    else if (name === 'data') data.push(value)
    else if (name === 'id' && !value.includes('\0')) id = value
    return []
  }

  return (piece) => {
    rest += isFirst ? piece.replace(/^\ufeff/, '') : piece
    if (piece !== '') isFirst = false
    // A carriage return at the end may be the first half of a line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length + size > maxEventLength) throw new RangeError('An event is too large.')
    return lines.flatMap(take)
  }
}
