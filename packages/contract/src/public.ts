/** The exports of `@muster/contract` that most programs need. */
export { type AgentId, agentIds, agents } from './agents.ts'
export { endpointList, endpoints } from './endpoints.ts'
export { type ErrorCode, errors, type Problem } from './errors.ts'
export { openApiDocument } from './openapi/document.ts'
export { createPriceList, type PriceList } from './prices/price-list.ts'
