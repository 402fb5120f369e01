/** One event of a `text/event-stream`. A reader can resume after its id. */
export interface ServerEvent {
  readonly event: 'session' | 'message' | 'permission' | 'preview' | 'delta' | 'ready' | 'gone' | 'reset'
  readonly id?: number
  readonly data: unknown
}

/** Serialized JSON has no line breaks, so the data is one line. */
export function toText({ event, id, data }: ServerEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** A comment, which readers ignore. It shows readers and proxies that the connection is alive. */
export const ping = ': ping\n\n'
