import type { ProviderPrices } from '../provider-prices.ts'

const glm4 = { input: 0.6, output: 2.2, cacheRead: 0.11 }
const kimiK2 = { input: 0.6, output: 2.5, cacheRead: 0.15 }
const miniMaxM2 = { input: 0.3, output: 1.2, cacheRead: 0.03, cacheWrite: 0.375 }

/** DeepSeek, MiniMax, Mistral, Moonshot, xAI and Z.ai, from their own interfaces. */
export const others: ProviderPrices = {
  references: [
    {
      name: 'models.dev, providers deepseek, minimax, mistral, moonshotai, xai, zai',
      address: 'https://models.dev',
      readOn: '2026-07-02',
    },
    { name: 'LiteLLM, model prices', address: 'https://github.com/BerriAI/litellm', readOn: '2026-08-08' },
  ],
  prices: [
    { model: 'deepseek-v4-flash', from: '2026-04-24', input: 0.14, output: 0.28, cacheRead: 0.0028 },
    { model: 'deepseek-v4-pro', from: '2026-05-24', input: 0.435, output: 0.87, cacheRead: 0.003625 },
    { model: 'minimax-m2.1', from: '2025-12-23', ...miniMaxM2 },
    { model: 'minimax-m2.5', from: '2026-02-12', ...miniMaxM2 },
    {
      model: 'minimax-m3',
      from: '2026-06-01',
      ...{ input: 0.3, output: 1.2, cacheRead: 0.06 },
      long: [{ above: 512_000, input: 0.6, output: 2.4, cacheRead: 0.12 }],
    },
    { model: 'devstral-small-2507', from: '2025-07-10', input: 0.1, output: 0.3 },
    { model: 'devstral-medium-2507', from: '2025-07-10', input: 0.4, output: 2 },
    { model: 'devstral-2512', from: '2025-12-09', input: 0.4, output: 2 },
    { model: 'mistral-large-2411', from: '2024-11-18', input: 2, output: 6 },
    { model: 'mistral-large-2512', from: '2025-12-02', input: 0.5, output: 1.5 },
    { model: 'mistral-medium-2508', from: '2025-08-12', input: 0.4, output: 2 },
    { model: 'mistral-medium-2604', from: '2026-04-29', input: 1.5, output: 7.5 },
    { model: 'kimi-k2-0711-preview', from: '2025-07-14', ...kimiK2 },
    { model: 'kimi-k2-0905-preview', from: '2025-09-05', ...kimiK2 },
    { model: 'kimi-k2-thinking', from: '2025-11-06', ...kimiK2 },
    { model: 'kimi-k2-thinking-turbo', from: '2025-11-06', input: 1.15, output: 8, cacheRead: 0.15 },
    { model: 'kimi-k2.5', from: '2026-01-01', input: 0.6, output: 3, cacheRead: 0.1 },
    { model: 'kimi-k2.6', from: '2026-04-21', input: 0.95, output: 4, cacheRead: 0.16 },
    {
      model: 'grok-4.3',
      from: '2026-04-17',
      ...{ input: 1.25, output: 2.5, cacheRead: 0.2 },
      long: [{ above: 200_000, input: 2.5, output: 5, cacheRead: 0.4 }],
    },
    { model: 'grok-code-fast-1', from: '2025-08-28', input: 0.2, output: 1.5, cacheRead: 0.02 },
    { model: 'glm-4.5', from: '2025-07-28', input: 0.6, output: 2.2 },
    { model: 'glm-4.5-air', from: '2025-07-28', input: 0.2, output: 1.1 },
    { model: 'glm-4.6', from: '2025-09-30', ...glm4 },
    { model: 'glm-4.7', from: '2025-12-22', ...glm4 },
    { model: 'glm-5', from: '2026-02-01', input: 1, output: 3.2, cacheRead: 0.2 },
    { model: 'glm-5.1', from: '2026-03-01', input: 1.4, output: 4.4, cacheRead: 0.26 },
  ],
}
