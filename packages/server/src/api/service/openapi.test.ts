import { expect, it } from 'vitest'
import type { Call } from '../../http/call.ts'
import type { Services } from '../services.ts'
import { getOpenApi, getOpenApiYaml } from './openapi.ts'

it.each([
  ['JSON', getOpenApi],
  ['YAML', getOpenApiYaml],
])(
  'the description in %s that could not be made is made for the next caller, and once for all after it',
  async (_as, route) => {
    let times = 0
    const services = {
      get about() {
        if (++times === 1) throw new Error('not now')
        return { version: '1.0.0', apiUrl: 'https://muster.test' }
      },
    } as unknown as Services
    const { handle } = route(services)
    const ask = async () => handle({} as Call)
    await expect(ask()).rejects.toThrow('not now')
    const [first, second] = [await ask(), await ask()]
    expect(String(first.body)).toContain('https://muster.test')
    expect(second.body).toBe(first.body)
    expect(times).toBe(2)
  },
)
