import type { ProviderPrices } from '../provider-prices.ts'

/** The international edition, in dollars. Prices grow with the length of the prompt. */
export const alibaba: ProviderPrices = {
  references: [
    { name: 'models.dev, provider alibaba', address: 'https://models.dev', readOn: '2026-07-02' },
    { name: 'LiteLLM, model prices, dashscope', address: 'https://github.com/BerriAI/litellm', readOn: '2026-08-08' },
  ],
  prices: [
    { model: 'qwen-max', from: '2025-01-25', input: 1.6, output: 6.4 },
    {
      model: 'qwen-flash',
      from: '2025-07-28',
      ...{ input: 0.05, output: 0.4 },
      long: [{ above: 256_000, input: 0.25, output: 2 }],
    },
    {
      model: 'qwen3-coder-plus',
      from: '2025-07-23',
      ...{ input: 1, output: 5, cacheRead: 0.1 },
      long: [
        { above: 32_000, input: 1.8, output: 9, cacheRead: 0.18 },
        { above: 128_000, input: 3, output: 15, cacheRead: 0.3 },
        { above: 256_000, input: 6, output: 60, cacheRead: 0.6 },
      ],
    },
    {
      model: 'qwen3-coder-flash',
      from: '2025-07-28',
      ...{ input: 0.3, output: 1.5 },
      long: [
        { above: 32_000, input: 0.5, output: 2.5 },
        { above: 128_000, input: 0.8, output: 4 },
        { above: 256_000, input: 1.6, output: 9.6 },
      ],
    },
    {
      model: 'qwen3-max',
      from: '2025-09-23',
      ...{ input: 1.2, output: 6 },
      long: [
        { above: 32_000, input: 2.4, output: 12 },
        { above: 128_000, input: 3, output: 15 },
      ],
    },
    {
      model: 'qwen3.5-plus',
      from: '2026-02-16',
      ...{ input: 0.4, output: 2.4 },
      long: [{ above: 256_000, input: 0.5, output: 3 }],
    },
    { model: 'qwen3.7-max', from: '2026-05-21', input: 2.5, output: 7.5, cacheRead: 0.5 },
  ],
}
