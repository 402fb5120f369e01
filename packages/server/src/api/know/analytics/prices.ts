import { endpoints } from '@muster/contract/endpoints'
import { priceTable } from '@muster/contract/prices/price-table'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const getPrices = forUser(endpoints.analytics.prices, async ({ principal }, { controls }) =>
  ok(priceTable((await controls.inForceNow(principal.organizationId)).modelPrices)),
)
