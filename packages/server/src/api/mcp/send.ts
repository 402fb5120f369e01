import { endpoints } from '@muster/contract/endpoints'
import { AppError } from '../../ground/platform/app-error.ts'
import { forUser } from '../answer.ts'

/** Tools call the API again with the same bearer, so that rights are checked in one place. */
export const sendMcp = forUser(endpoints.mcp.send, async (request, { about, ownApi }) => {
  // Loaded on demand: the library takes memory, and most installations never use it.
  const { answerHttp } = await import('@muster/mcp/answer-http')
  const protocolVersion = request.headers['mcp-protocol-version']
  const { status, answer } = await answerHttp({
    message: request.body,
    protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : undefined,
    baseUrl: about.apiUrl,
    fetch: ownApi(request),
    version: about.version,
    signal: request.leaving(),
  })
  if (status === 202) return { status, body: undefined }
  const message = JSON.parse(answer)
  if (status !== 200) throw new AppError('invalid_request', message.error.message)
  return { status, body: message }
})
