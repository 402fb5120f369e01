/** In billing order. */
export const tokenKinds = ['input', 'cacheRead', 'cacheWrite', 'cacheWriteHour', 'output'] as const
export type TokenKind = (typeof tokenKinds)[number]
