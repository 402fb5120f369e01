import { connect, type Socket } from 'node:net'

const headersEnd = Buffer.from('\r\n\r\n')
const firstStatusDigit = 'HTTP/1.1 '.length
const digitZero = 48

/** Every callback handles its bytes before it returns, so all connections read into the same memory. */
const sharedBuffer = Buffer.allocUnsafe(256 * 1024)

interface ConnectionEvents {
  /** A whole answer has arrived. The next request may be sent from within. */
  answered(status: number, bytes: number): void
  failed(error: Error): void
}

/**
 * A connection that sends prepared HTTP/1.1 requests one after the other. It finds the end of each answer by its
 * Content-Length. It does nothing else, because the generator takes its CPU time from the server beside it.
 */
export class Connection {
  readonly #socket: Socket
  readonly #events: ConnectionEvents
  #status = 0
  #bytes = 0
  #missing = 0
  #begun: Buffer = Buffer.alloc(0)

  constructor(port: number, events: ConnectionEvents) {
    this.#events = events
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: sharedBuffer,
        callback: (length, buffer) => {
          this.#receive(Buffer.from(buffer.buffer, buffer.byteOffset, length))
          return true
        },
      },
    })
    this.#socket.on('error', (error) => events.failed(error))
    this.#socket.on('end', () => events.failed(new Error('The server closed a connection.')))
  }

  send(request: string | Buffer): void {
    this.#socket.write(request, 'latin1')
  }

  close(): void {
    this.#socket.removeAllListeners('end')
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    if (this.#missing > 0) {
      this.#missing -= chunk.length
    } else {
      const text = this.#begun.length > 0 ? Buffer.concat([this.#begun, chunk]) : chunk
      const end = text.indexOf(headersEnd)
      if (end < 0) {
        this.#begun = Buffer.from(text)
        return
      }
      this.#begun = Buffer.alloc(0)
      this.#status = digit(text, 0) * 100 + digit(text, 1) * 10 + digit(text, 2)
      this.#bytes = end + headersEnd.length + contentLength(text.toString('latin1', 0, end))
      this.#missing = this.#bytes - text.length
    }
    if (this.#missing === 0) this.#events.answered(this.#status, this.#bytes)
  }
}

function digit(text: Buffer, place: number): number {
  return (text[firstStatusDigit + place] ?? 0) - digitZero
}

function contentLength(headers: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(headers)?.[1]
  if (length === undefined) throw new Error(`An answer has no Content-Length:\n${headers}`)
  return Number(length)
}
