import { describe, expect, it } from 'vitest'
import { parseNodes } from './nodes.ts'

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`

describe('CLICKHOUSE_URL', () => {
  it.each([
    ['http://ada:secret@ch:8123/muster', 'http://ch:8123', 'ada:secret', 'muster'],
    ['https://ch', 'https://ch', 'default:', 'default'],
    ['http://ada@ch:8123', 'http://ch:8123', 'ada:', 'default'],
    ['http://ada:a%3Ab%2Fc%40d%C3%A9@ch:8123/x/', 'http://ch:8123', 'ada:a:b/c@dé', 'x'],
    ['http://ada:100%@ch:8123/x', 'http://ch:8123', 'ada:100%', 'x'],
  ])('%s', (url, address, credentials, database) => {
    expect(parseNodes(url)).toEqual([{ address, authorization: basic(credentials), database }])
  })

  it('may name several servers', () => {
    const nodes = parseNodes('http://a:1@one:8123/x, http://a:1@two:8123/x')
    expect(nodes.map(({ address }) => address)).toEqual(['http://one:8123', 'http://two:8123'])
  })

  it.each(['', 'ch:8123', 'tcp://a:hidden@ch:9000', 'http://a:hidden@', 'http://a:hidden@ch/x,'])(
    'refuses %j',
    (url) => {
      expect(() => parseNodes(url)).toThrow('CLICKHOUSE_URL must be http')
      expect(() => parseNodes(url)).not.toThrow(/hidden/)
    },
  )
})
