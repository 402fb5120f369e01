import type { ProviderPrices } from '../provider-prices.ts'

const gpt5 = { input: 1.25, output: 10, cacheRead: 0.125 }
const gpt5Mini = { input: 0.25, output: 2, cacheRead: 0.025 }
const gpt52 = { input: 1.75, output: 14, cacheRead: 0.175 }

/** Since GPT-5.4, calls with longer prompts cost more. */
const above = 272_000

export const openAi: ProviderPrices = {
  references: [
    {
      name: 'OpenAI: the pages of GPT-5-Codex and GPT-6 Sol',
      address: 'https://developers.openai.com/api/docs/models',
      readOn: '2026-11-15',
    },
    {
      name: 'OpenAI: the pages of GPT-5.6 Luna, GPT-6 Luna and GPT-6.1 Sol',
      address: 'https://developers.openai.com/api/docs/models',
      readOn: '2026-11-19',
    },
    { name: 'Vercel AI Gateway, GPT-6 Astra', address: 'https://vercel.com/ai-gateway/models', readOn: '2026-11-15' },
    { name: 'models.dev, provider openai', address: 'https://models.dev', readOn: '2026-07-02' },
    { name: 'LiteLLM, model prices', address: 'https://github.com/BerriAI/litellm', readOn: '2026-08-08' },
  ],
  prices: [
    { model: 'gpt-4o', from: '2024-08-06', input: 2.5, output: 10, cacheRead: 1.25 },
    { model: 'gpt-4o-mini', from: '2024-07-18', input: 0.15, output: 0.6, cacheRead: 0.075 },
    { model: 'gpt-4.1', from: '2025-04-14', input: 2, output: 8, cacheRead: 0.5 },
    { model: 'gpt-4.1-mini', from: '2025-04-14', input: 0.4, output: 1.6, cacheRead: 0.1 },
    { model: 'gpt-4.1-nano', from: '2025-04-14', input: 0.1, output: 0.4, cacheRead: 0.025 },
    { model: 'o1', from: '2024-12-05', input: 15, output: 60, cacheRead: 7.5 },
    { model: 'o3', from: '2025-06-10', input: 2, output: 8, cacheRead: 0.5 },
    { model: 'o3-mini', from: '2025-01-31', input: 1.1, output: 4.4, cacheRead: 0.55 },
    { model: 'o3-pro', from: '2025-06-10', input: 20, output: 80 },
    { model: 'o4-mini', from: '2025-04-16', input: 1.1, output: 4.4, cacheRead: 0.275 },
    { model: 'codex-mini-latest', from: '2025-05-16', input: 1.5, output: 6, cacheRead: 0.375 },
    { model: 'gpt-5', from: '2025-08-07', ...gpt5 },
    { model: 'gpt-5-chat-latest', from: '2025-08-07', ...gpt5 },
    { model: 'gpt-5-codex', from: '2025-09-15', ...gpt5 },
    { model: 'gpt-5-mini', from: '2025-08-07', ...gpt5Mini },
    { model: 'gpt-5-nano', from: '2025-08-07', input: 0.05, output: 0.4, cacheRead: 0.005 },
    { model: 'gpt-5-pro', from: '2025-10-06', input: 15, output: 120 },
    { model: 'gpt-5.1', from: '2025-11-13', ...gpt5 },
    { model: 'gpt-5.1-chat-latest', from: '2025-11-13', ...gpt5 },
    { model: 'gpt-5.1-codex', from: '2025-11-13', ...gpt5 },
    { model: 'gpt-5.1-codex-max', from: '2025-11-13', ...gpt5 },
    { model: 'gpt-5.1-codex-mini', from: '2025-11-13', ...gpt5Mini },
    { model: 'gpt-5.2', from: '2025-12-11', ...gpt52 },
    { model: 'gpt-5.2-chat-latest', from: '2025-12-11', ...gpt52 },
    { model: 'gpt-5.2-codex', from: '2025-12-11', ...gpt52 },
    { model: 'gpt-5.2-pro', from: '2025-12-11', input: 21, output: 168 },
    { model: 'gpt-5.3-codex', from: '2026-02-05', ...gpt52 },
    { model: 'gpt-5.3-chat-latest', from: '2026-03-03', ...gpt52 },
    {
      model: 'gpt-5.4',
      from: '2026-03-05',
      ...{ input: 2.5, output: 15, cacheRead: 0.25 },
      long: [{ above, input: 5, output: 22.5, cacheRead: 0.5 }],
    },
    { model: 'gpt-5.4-mini', from: '2026-03-17', input: 0.75, output: 4.5, cacheRead: 0.075 },
    { model: 'gpt-5.4-nano', from: '2026-03-17', input: 0.2, output: 1.25, cacheRead: 0.02 },
    { model: 'gpt-5.4-pro', from: '2026-03-05', input: 30, output: 180, long: [{ above, input: 60, output: 270 }] },
    {
      model: 'gpt-5.5',
      from: '2026-04-23',
      ...{ input: 5, output: 30, cacheRead: 0.5 },
      long: [{ above, input: 10, output: 45, cacheRead: 1 }],
    },
    { model: 'gpt-5.5-pro', from: '2026-04-23', input: 30, output: 180, long: [{ above, input: 60, output: 270 }] },
    {
      model: 'gpt-5.6-luna',
      ...{ from: '2026-07-09', to: '2026-07-29' },
      ...{ input: 1, output: 6, cacheRead: 0.1 },
      long: [{ above, input: 2, output: 9, cacheRead: 0.2 }],
    },
    {
      model: 'gpt-5.6-luna',
      from: '2026-07-30',
      ...{ input: 0.2, output: 1.2, cacheRead: 0.02, cacheWrite: 0.25 },
      long: [{ above, input: 0.4, output: 1.8, cacheRead: 0.04, cacheWrite: 0.5 }],
    },
    {
      model: 'gpt-6-astra',
      from: '2026-09-01',
      ...{ input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 },
      long: [{ above, input: 20, output: 75, cacheRead: 2, cacheWrite: 25 }],
    },
    {
      model: 'gpt-6-sol',
      from: '2026-09-01',
      ...{ input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
      long: [{ above, input: 4, output: 15, cacheRead: 0.4, cacheWrite: 5 }],
    },
    {
      model: 'gpt-6-luna',
      from: '2026-09-22',
      ...{ input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.125 },
      long: [{ above, input: 0.2, output: 0.75, cacheRead: 0.02, cacheWrite: 0.25 }],
    },
    {
      model: 'gpt-6.1-sol',
      from: '2026-09-29',
      ...{ input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 },
      long: [{ above, input: 4, output: 15, cacheRead: 0.2, cacheWrite: 5 }],
    },
  ],
}
