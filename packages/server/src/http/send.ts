import { Readable } from 'node:stream'
import type { Endpoint } from '@muster/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, compress, compressStream, type Encoding } from '../ground/platform/compression.ts'
import { isKnown } from '../ground/platform/entity-tag.ts'
import type { Reply } from './call.ts'

/** Compressing a smaller answer saves nothing on the network. */
const minBytes = 1024

/**
 * Sends an answer: 304 if the caller has this version, compressed if it is long and the caller accepts that. Only
 * answers to GET are compressed, because others may contain a secret beside the caller's own text (see the BREACH
 * attack).
 */
export function send(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, answer: Reply): void {
  const { status, headers, body } = answer
  reply.code(status)
  if (headers) setHeaders(reply, headers)
  if (body === undefined) {
    reply.send()
    return
  }
  const isRead = endpoint.method === 'GET' && status === 200
  if (isRead && headers?.ETag !== undefined && isKnown(request.headers['if-none-match'], headers.ETag)) {
    if (body instanceof Readable) body.destroy()
    reply.code(304).send()
    return
  }
  const isMade = Buffer.isBuffer(body) || body instanceof Readable
  const payload = isMade ? body : textOf(endpoint, body)
  if (!isMade) reply.header('content-type', `${endpoint.produces ?? 'application/json'}; charset=utf-8`)
  // Compression would buffer events.
  const isAsItIs = headers?.['Content-Encoding'] !== undefined || endpoint.produces === 'text/event-stream'
  if (!isRead || isAsItIs) reply.send(payload)
  else sendRead(request, reply, payload, headers?.ETag)
}

type Payload = string | Buffer | Readable

function sendRead(request: FastifyRequest, reply: FastifyReply, payload: Payload, etag: string | undefined): void {
  const header = request.headers['accept-encoding']
  const isLong = payload instanceof Readable || payload.length >= minBytes
  if (isLong) addVary(reply, 'Accept-Encoding')
  // For a caller that refuses uncompressed answers, short ones are compressed, too.
  if (header === undefined || !(isLong || header.includes('q=0'))) {
    reply.send(payload)
    return
  }
  const encoding = acceptedEncoding(header)
  if (encoding === undefined || !(isLong || /(?:identity|\*) *; *q=0/.test(header))) {
    reply.send(payload)
    return
  }
  // A strong ETag would promise the same bytes in every encoding.
  if (etag?.startsWith('"')) reply.header('etag', `W/${etag}`)
  reply.header('content-encoding', encoding)
  sendCompressed(reply, payload, encoding)
}

function sendCompressed(reply: FastifyReply, payload: Payload, encoding: Encoding): void {
  if (payload instanceof Readable) {
    reply.send(compressStream(payload, encoding))
    return
  }
  compress(Buffer.from(payload), encoding).then(
    (bytes) => reply.send(bytes),
    (error: unknown) => reply.removeHeader('content-encoding').send(error),
  )
}

function setHeaders(reply: FastifyReply, headers: NonNullable<Reply['headers']>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'Vary') for (const field of value.split(',')) addVary(reply, field.trim())
    else reply.header(name, value)
  }
}

/** Other parts, such as CORS, may already have set the header. */
function addVary(reply: FastifyReply, field: string): void {
  const before = reply.getHeader('vary')
  if (before === undefined) reply.header('vary', field)
  else if (!String(before).toLowerCase().split(/, */).includes(field.toLowerCase())) {
    reply.header('vary', `${before}, ${field}`)
  }
}

const serialized = new WeakMap<object, string>()

/** Readers that share one query also share the JSON text. */
function textOf(endpoint: Endpoint, body: unknown): string {
  if (endpoint.produces !== undefined) return String(body)
  if (typeof body !== 'object' || body === null) return JSON.stringify(body)
  let text = serialized.get(body)
  if (text === undefined) {
    text = JSON.stringify(body)
    serialized.set(body, text)
  }
  return text
}
