import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer()

async function organization() {
  const { client, raw } = server()
  const { apiKey } = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const put = (modelPrices: unknown) =>
    raw('PUT', '/api/v0/organization/enterprise-controls', { key: apiKey, json: { modelPrices } })
  return { owner: client(apiKey), put }
}

describe('GET /api/v0/analytics/prices', () => {
  it('lists the prices that come with Muster, with their days and where they were read', async () => {
    const { owner } = await organization()
    const { currency, prices, references } = await owner.analytics.prices()
    expect(currency).toBe('USD')
    expect(prices).toContainEqual(
      expect.objectContaining({ model: 'claude-opus-4-5', from: '2025-11-24', input: 5, source: 'shipped' }),
    )
    expect(references.length).toBeGreaterThan(0)
  })

  it('has the prices of the organization before them', async () => {
    const { owner } = await organization()
    const price = { model: 'house-coder', from: '2026-01-14', input: 0.5, output: 2 }
    await owner.controls.replace({ modelPrices: [price] })
    expect((await owner.analytics.prices()).prices[0]).toEqual({ ...price, source: 'organization' })
  })
})

describe('the control modelPrices', () => {
  const price = { model: 'house-coder', from: '2026-01-14', input: 0.5, output: 2 }

  it.each([
    ['a negative price', [{ ...price, input: -1 }], 'modelPrices[0].input', /from 0 to 100000/],
    ['no price for what the model writes', [{ ...price, output: undefined }], 'modelPrices[0].output', /is required/],
    ['two prices for one day', [price, { ...price, from: '2026-02-01' }], 'modelPrices[1].from', /end that one before/],
    [
      'days without a price',
      [
        { ...price, to: '2026-01-31' },
        { ...price, from: '2026-03-01' },
      ],
      'modelPrices[1].from',
      /without a price from 2026-02-01/,
    ],
    ['a day of no calendar', [{ ...price, from: '2026-02-31' }], 'modelPrices[0].from', /day of the calendar/],
  ])('is refused with %s, and nothing changes', async (_, prices, path, message) => {
    const { owner, put } = await organization()
    const { status, json } = await put(prices)
    expect(status).toBe(400)
    expect(json.errors).toContainEqual({ path, message: expect.stringMatching(message) })
    expect((await owner.controls.get()).revision).toBe(0)
  })

  it('has a history, and every change of it is in the audit log', async () => {
    const { owner } = await organization()
    await owner.controls.replace({ modelPrices: [price] })
    const [entry] = (await owner.audit.list({ action: 'controls.replace' })).entries
    expect(entry?.changes).toEqual({ modelPrices: { from: null, to: [price] } })
    expect((await owner.controls.history()).changes[0]?.settings.modelPrices).toEqual([price])
  })
})
