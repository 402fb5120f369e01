/** One event of a `text/event-stream`. With an id, a reader can go on after it. */
export interface ServerEvent {
  readonly event: 'session' | 'message' | 'permission' | 'preview' | 'delta' | 'ready' | 'gone' | 'reset'
  readonly id?: number
  readonly data: unknown
}

/** JSON has no line breaks of its own, so that the data is one line. */
export function toText({ event, id, data }: ServerEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** A comment, which readers pass over: it tells them and every proxy that the connection lives. */
export const ping = ': ping\n\n'
