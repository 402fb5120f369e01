import { endpoints } from '@muster/contract/endpoints'
import { priceTable } from '@muster/contract/prices/price-table'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const getPrices = read(endpoints.analytics.prices, async ({ principal }, { controls }) =>
  ok(priceTable((await controls.look(principal.organizationId)).modelPrices)),
)
