import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { endpointList } from '@muster/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testServer } from '../src/testing/test-server.ts'

const channel = 'fastify.initialization'

/** Every route of the HTTP server that a real start of the service makes, as it is told when a server is made. */
async function realRoutes(environment: Readonly<Record<string, string>>): Promise<string[]> {
  const routes: string[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url.replace(/:(\w+)/g, '{$1}')}`)
    })
  }
  subscribe(channel, listen)
  onTestFinished(() => void unsubscribe(channel, listen))
  await testServer(environment)
  return routes
}

/** What the pages at /docs and the web application load, and packages: fixed files that name nothing of anybody. */
const partsOfPages = ['GET /assets/*', 'GET /docs/*', 'GET /docs/assets/*', 'GET /packages', 'GET /packages/*']

const ofContract = endpointList.flatMap(({ endpoint: { method, path, aliases = [] } }) =>
  [path, ...aliases].map((each) => `${method} ${each}`),
)

describe('the routes of the service', () => {
  it('are exactly the endpoints of the contract, and parts of pages', async () => {
    const routes = await realRoutes({})
    const withoutHead = routes.filter((route) => !route.startsWith('HEAD '))
    expect(withoutHead.sort()).toEqual([...ofContract, ...partsOfPages].sort())
  })

  it('answer HEAD where they answer GET, and nowhere else', async () => {
    const routes = await realRoutes({})
    const paths = (method: string) =>
      routes.filter((route) => route.startsWith(`${method} `)).map((route) => route.slice(method.length + 1))
    expect(paths('HEAD').sort()).toEqual(paths('GET').sort())
  })

  it('gain only OPTIONS through MUSTER_CORS_ORIGINS', async () => {
    const routes = await realRoutes({ MUSTER_CORS_ORIGINS: 'https://pages.test' })
    const others = routes.filter((route) => !route.startsWith('HEAD ') && !ofContract.includes(route))
    expect(others.sort()).toEqual([...partsOfPages, 'OPTIONS *'].sort())
  })
})
