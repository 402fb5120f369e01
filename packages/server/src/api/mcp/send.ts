import { endpoints } from '@muster/contract/endpoints'
import { answerHttp } from '@muster/mcp/answer-http'
import { AppError } from '../../platform/app-error.ts'
import { forUser } from '../answer.ts'

/** Tools call the whole API again with the same bearer, so that rights are decided in one place. */
export const sendMcp = forUser(endpoints.mcp.send, async (request, { about, ownApi }) => {
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
