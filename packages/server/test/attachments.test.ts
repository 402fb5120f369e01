import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'

const maxBytes = 2000
const maxMessageBytes = 20_000
const server = sharedTestServer({
  MUSTER_MAX_ATTACHMENT_BYTES: String(maxBytes),
  MUSTER_MAX_MESSAGE_BYTES: String(maxMessageBytes),
})
let sessionId: string

beforeAll(async () => {
  const { owner } = server().acme
  const computer = await owner.computers.register({ name: 'workshop' })
  sessionId = (await owner.sessions.create({ computerId: computer.id })).sessionId
})

const bytes = {
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  png: Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex'),
  gif87: Buffer.from('GIF87a\x01\0\x01\0', 'latin1'),
  gif89: Buffer.from('GIF89a\x01\0\x01\0', 'latin1'),
  webp: Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'),
  wave: Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'),
  pdf: Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n', 'latin1'),
  text: Buffer.from('Grüße, 世界 🌍\r\n'),
  latin1: Buffer.from('Gr\xfc\xdfe', 'latin1'),
  zeros: Buffer.from('text\0and more'),
  program: Buffer.from('7f454c4602010100000000000000000003003e00', 'hex'),
}

type Bytes = keyof typeof bytes

const image = (mediaType: string, kind: Bytes) => ({ type: 'base64', mediaType, data: bytes[kind].toString('base64') })

const post = (body: object) =>
  server().raw('POST', `/api/v0/sessions/${sessionId}/messages`, { key: server().acme.owner.key, json: body })

async function postAndRead(body: object) {
  const { status, json } = await post(body)
  expect([status, json.errors]).toEqual([200, undefined])
  return server().acme.owner.messages.get({ sessionId, messageId: json.messageId })
}

describe('attachments', () => {
  it.each<[string, Bytes]>([
    ['image/jpeg', 'jpeg'],
    ['image/png', 'png'],
    ['image/gif', 'gif87'],
    ['image/gif', 'gif89'],
    ['image/webp', 'webp'],
  ])('%s of %s bytes comes back as it was sent', async (mediaType, kind) => {
    const source = image(mediaType, kind)
    const { content } = await postAndRead({ text: 'look', images: [source] })
    expect(content).toEqual([
      { type: 'text', text: 'look', id: expect.any(String) },
      { type: 'image', id: expect.any(String), source },
    ])
  })

  it.each<[string, Bytes]>([
    ['application/pdf', 'pdf'],
    ['text/plain', 'text'],
    ['text/markdown', 'text'],
    ['text/csv', 'text'],
    ['text/x-python', 'text'],
  ])('a file of %s comes back with its name, path and parsedData', async (mediaType, kind) => {
    const source = {
      ...image(mediaType, kind),
      name: 'Bericht № 7 (final).pdf',
      path: '/home/ann/../Übersicht\\tmp/ 📄',
      parsedData: 'Line one\n\tline two \u{1f4c4}',
    }
    const { content } = await postAndRead({ text: '', files: [source] })
    expect(content).toEqual([{ type: 'document', id: expect.any(String), source }])
  })

  it('need neither name, path nor parsedData', async () => {
    const source = image('text/plain', 'text')
    const { content } = await postAndRead({ text: 'x', files: [source] })
    expect(content[1]).toEqual({ type: 'document', id: expect.any(String), source })
  })

  it('keep their order, and every block has an id of its own', async () => {
    const images = [image('image/png', 'png'), image('image/gif', 'gif89'), image('image/png', 'png')]
    const files = [image('text/plain', 'text'), image('application/pdf', 'pdf')]
    const { content } = await postAndRead({ text: 'all of it', images, files })
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'image', 'image', 'document', 'document'])
    expect(content.slice(1).map((block) => 'source' in block && block.source)).toEqual([...images, ...files])
    expect(new Set(content.map(({ id }) => id)).size).toBe(6)
  })

  it('are in the list of messages too', async () => {
    const message = await postAndRead({ text: 'x', images: [image('image/png', 'png')] })
    const { messages } = await server().acme.owner.messages.list({ sessionId, limit: 1 })
    expect(messages).toEqual([message])
  })

  it('may leave out the padding of base64', async () => {
    const data = bytes.jpeg.toString('base64').replace(/=+$/, '')
    const { content } = await postAndRead({ text: '', images: [{ type: 'base64', mediaType: 'image/jpeg', data }] })
    expect(content).toMatchObject([{ source: { data } }])
  })
})

describe('attachments whose bytes are something else', () => {
  const kinds: Record<string, Bytes[]> = {
    'image/jpeg': ['jpeg'],
    'image/png': ['png'],
    'image/gif': ['gif87', 'gif89'],
    'image/webp': ['webp'],
  }
  const wrong = Object.entries(kinds).flatMap(([mediaType, right]) =>
    Object.keys(bytes)
      .filter((kind) => !right.includes(kind as Bytes))
      .map((kind) => [mediaType, kind as Bytes] as const),
  )

  it.each(wrong)('%s of %s bytes is 400', async (mediaType, kind) => {
    const { status, json } = await post({ text: 'x', images: [image('image/png', 'png'), image(mediaType, kind)] })
    expect([status, json.code, json.errors[0].path]).toEqual([400, 'invalid_request', 'images[1].data'])
  })

  it.each<[string, Bytes]>([
    ['application/pdf', 'text'],
    ['application/pdf', 'png'],
    ['text/plain', 'latin1'],
    ['text/plain', 'zeros'],
    ['text/plain', 'png'],
    ['text/plain', 'program'],
    ['text/markdown', 'jpeg'],
  ])('a file of %s with %s bytes is 400', async (mediaType, kind) => {
    const { status, json } = await post({ text: 'x', files: [image(mediaType, kind)] })
    expect([status, json.errors[0].path]).toEqual([400, 'files[0].data'])
  })

  it('are 400 also when only the first bytes are there', async () => {
    for (const length of [1, 2, 7]) {
      const data = bytes.png.subarray(0, length).toString('base64')
      expect((await post({ text: 'x', images: [{ type: 'base64', mediaType: 'image/png', data }] })).status).toBe(400)
    }
  })

  it('leave no message behind', async () => {
    const { owner } = server().acme
    const before = await owner.sessions.get({ sessionId })
    await post({ text: 'x', images: [image('image/png', 'jpeg')] })
    expect(await owner.sessions.get({ sessionId })).toEqual(before)
  })
})

describe('attachments that are malformed', () => {
  it.each(['', 'a', '!!!!', 'YQ=', 'YQ===', 'Y Q==', 'YW\n==', 'data:text/plain;base64,YQ==', 'YQ==YQ==', '_-8='])(
    'base64 of %j is 400',
    async (data) => {
      const { status, json } = await post({ text: 'x', files: [{ type: 'base64', mediaType: 'text/plain', data }] })
      expect([status, json.errors[0].path]).toEqual([400, 'files[0].data'])
    },
  )

  it.each<[string, object, string]>([
    ['an unknown media type', { images: [image('image/svg+xml', 'text')] }, 'images[0].mediaType'],
    ['a file type that is neither PDF nor text', { files: [image('application/zip', 'text')] }, 'files[0].mediaType'],
    ['another encoding', { images: [{ ...image('image/png', 'png'), type: 'url' }] }, 'images[0].type'],
    ['an unknown field', { images: [{ ...image('image/png', 'png'), name: 'a.png' }] }, 'images[0].name'],
    ['no data', { files: [{ type: 'base64', mediaType: 'text/plain' }] }, 'files[0].data'],
    ['no media type', { files: [{ type: 'base64', data: 'YQ==' }] }, 'files[0].mediaType'],
    ['a name of nothing', { files: [{ ...image('text/plain', 'text'), name: '' }] }, 'files[0].name'],
    ['21 images', { images: Array(21).fill(image('image/png', 'png')) }, 'images'],
  ])('%s is 400', async (_, attached, path) => {
    const { status, json } = await post({ text: 'x', ...attached })
    expect([status, json.errors?.[0]?.path]).toEqual([400, path])
  })
})

describe('attachments that are too large', () => {
  const file = (length: number) => ({
    type: 'base64',
    mediaType: 'text/plain',
    data: Buffer.alloc(length, 'a').toString('base64'),
  })

  it('are 413 from the first byte above the limit', async () => {
    expect((await post({ text: 'x', files: [file(maxBytes)] })).status).toBe(200)
    const { status, json } = await post({ text: 'x', files: [file(1), file(maxBytes + 1)] })
    expect([status, json.code]).toEqual([413, 'attachment_too_large'])
    expect(json.detail).toContain(String(maxBytes))
  })

  it('are counted one by one', async () => {
    expect((await post({ text: 'x', files: [file(maxBytes), file(maxBytes)] })).status).toBe(200)
  })

  it('are 413 as a whole message above its limit', async () => {
    const { status, json } = await post({ text: 'x', files: Array(10).fill(file(maxBytes)) })
    expect([status, json.code]).toEqual([413, 'body_too_large'])
  })
})
