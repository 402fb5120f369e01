import type { ProviderPrices } from '../provider-prices.ts'

const pro3 = {
  ...{ input: 2, output: 12, cacheRead: 0.2 },
  long: [{ above: 200_000, input: 4, output: 18, cacheRead: 0.4 }],
}

export const google: ProviderPrices = {
  references: [
    { name: 'models.dev, provider google', address: 'https://models.dev', readOn: '2026-07-02' },
    { name: 'LiteLLM, model prices', address: 'https://github.com/BerriAI/litellm', readOn: '2026-08-08' },
    {
      name: 'LiteLLM and APIYI, Gemini 3.8 Flash',
      address: 'https://github.com/BerriAI/litellm/discussions/39357',
      readOn: '2026-11-19',
    },
  ],
  prices: [
    { model: 'gemini-2.0-flash', from: '2025-02-05', input: 0.1, output: 0.4, cacheRead: 0.025 },
    {
      model: 'gemini-2.5-pro',
      from: '2025-06-17',
      ...{ input: 1.25, output: 10, cacheRead: 0.125 },
      long: [{ above: 200_000, input: 2.5, output: 15, cacheRead: 0.25 }],
    },
    { model: 'gemini-2.5-flash', from: '2025-06-17', input: 0.3, output: 2.5, cacheRead: 0.03 },
    { model: 'gemini-2.5-flash-lite', from: '2025-06-17', input: 0.1, output: 0.4, cacheRead: 0.01 },
    { model: 'gemini-3-pro-preview', from: '2025-11-18', ...pro3 },
    { model: 'gemini-3-flash-preview', from: '2025-12-17', input: 0.5, output: 3, cacheRead: 0.05 },
    { model: 'gemini-3.1-pro-preview', from: '2026-02-19', ...pro3 },
    { model: 'gemini-3.1-pro-preview-customtools', from: '2026-02-19', ...pro3 },
    { model: 'gemini-3.1-flash-lite-preview', from: '2026-03-03', input: 0.25, output: 1.5, cacheRead: 0.025 },
    { model: 'gemini-3.1-flash-lite', from: '2026-05-07', input: 0.25, output: 1.5, cacheRead: 0.025 },
    { model: 'gemini-3.5-flash', from: '2026-05-19', input: 1.5, output: 9, cacheRead: 0.15 },
    // An introductory price. No page gives its cache price from 2027 on.
    {
      model: 'gemini-3.8-flash',
      ...{ from: '2026-09-02', to: '2026-12-31' },
      ...{ input: 0.75, output: 3.75, cacheRead: 0.075 },
    },
  ],
}
