import { describe, expect, it } from 'vitest'
import { LineReader } from './line-reader.ts'
import { AgentError, Peer } from './peer.ts'

function connect(onRequest: (method: string) => Promise<unknown> | undefined = () => undefined) {
  const written: unknown[] = []
  const notified: string[] = []
  const peer = new Peer({
    write: (line) => written.push(JSON.parse(line)),
    onRequest,
    onNotification: (method) => notified.push(method),
  })
  return { peer, written, notified }
}

describe('LineReader', () => {
  it('joins pieces, wherever they are cut, and drops lines that are too long', () => {
    const lines: string[] = []
    let tooLong = 0
    const reader = new LineReader(
      (line) => lines.push(line),
      () => {
        tooLong += 1
      },
      20,
    )
    const bytes = Buffer.from(`{"a":"ü"}\r\n\n${'x'.repeat(50)}\n{"b":1}\n{"rest"`)
    for (const byte of bytes) reader.push(Buffer.from([byte]))
    expect(lines).toEqual(['{"a":"ü"}', '{"b":1}'])
    expect(tooLong).toBe(1)
  })
})

describe('Peer', () => {
  it('matches answers with requests, in any order', async () => {
    const { peer, written } = connect()
    const first = peer.request('one', {})
    const second = peer.request('two', { x: 1 })
    peer.receive('{"jsonrpc":"2.0","id":2,"result":{"y":2}}')
    peer.receive('{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Sign in.","data":{"details":"Run x."}}}')
    expect(await second).toEqual({ y: 2 })
    await expect(first).rejects.toEqual(new AgentError('Sign in. Run x.', -32_000, { details: 'Run x.' }))
    expect(written).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'one', params: {} },
      { jsonrpc: '2.0', id: 2, method: 'two', params: { x: 1 } },
    ])
  })

  it('answers known methods, refuses unknown ones, and says why a method failed', async () => {
    const { peer, written } = connect((method) => {
      if (method === 'known') return Promise.resolve({ ok: true })
      return method === 'broken' ? Promise.reject(new Error('No.')) : undefined
    })
    for (const [id, method] of Object.entries({ a: 'known', b: 'craft/drainMidTurnQueue', c: 'broken' })) {
      peer.receive(JSON.stringify({ jsonrpc: '2.0', id, method, params: {} }))
    }
    await expect.poll(() => written.length).toBe(3)
    expect(written).toContainEqual({ jsonrpc: '2.0', id: 'a', result: { ok: true } })
    expect(written).toContainEqual({
      jsonrpc: '2.0',
      id: 'b',
      error: { code: -32_601, message: 'Method not found: craft/drainMidTurnQueue' },
    })
    expect(written).toContainEqual({ jsonrpc: '2.0', id: 'c', error: { code: -32_603, message: 'No.' } })
  })

  it('ignores invalid lines, and answers none of them', () => {
    const { peer, written, notified } = connect()
    for (const line of ['Debugger attached.', '{', '[]', 'null', '7', '{"id":99,"result":1}', '{"id":{}}']) {
      peer.receive(line)
    }
    peer.receive('[{"method":"_auth/status_update"},{"method":"x","params":[1]}]')
    expect(written).toEqual([])
    expect(notified).toEqual(['_auth/status_update', 'x'])
  })

  it('rejects all waiting and later requests once the agent has ended', async () => {
    const { peer } = connect()
    const waiting = peer.request('one', {})
    peer.close(new AgentError('The agent has ended.'))
    await expect(waiting).rejects.toThrow('The agent has ended.')
    await expect(peer.request('two', {})).rejects.toThrow('The agent has ended.')
  })

  it('gives up an answer that does not come in time', async () => {
    const { peer } = connect()
    await expect(peer.request('initialize', {}, 1)).rejects.toThrow('did not answer initialize')
  })
})
