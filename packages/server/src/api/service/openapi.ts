import { hash } from 'node:crypto'
import type { Endpoint } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import { madeOnce } from '@muster/contract/made-once'
import { openApiDocument } from '@muster/contract/openapi/document'
import { ok } from '../../http/call.ts'
import { open, type UnboundRoute } from '../answer.ts'
import type { Services } from '../services.ts'

export const getOpenApi = document(endpoints.service.openapi, async (about) => JSON.stringify(openApiDocument(about)))
export const getOpenApiYaml = document(endpoints.service.openapiYaml, async (about) => {
  // Loaded on demand, because most services never serve YAML.
  const { stringify } = await import('yaml')
  return stringify(openApiDocument(about), { aliasDuplicateObjects: false, lineWidth: 0 })
})

/** The description does not change while the service runs, so its text is made once, on the first request. */
function document<E extends Endpoint>(
  endpoint: E,
  write: (about: Services['about']) => Promise<string>,
): UnboundRoute<E> {
  return (services) => {
    const getMade = madeOnce(async () => {
      const body = Buffer.from(await write(services.about))
      const mediaType = endpoint.produces ?? 'application/json'
      const headers = {
        ETag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
        'Cache-Control': 'no-cache',
        'Content-Type': `${mediaType}; charset=utf-8`,
      }
      return { body, headers }
    })
    return open(endpoint, async () => {
      const { body, headers } = await getMade()
      // The bytes are the document that the contract describes.
      return ok(body as never, headers)
    })(services)
  }
}
