/** In the order in which a call is billed. */
export const tokenKinds = ['input', 'cacheRead', 'cacheWrite', 'cacheWriteHour', 'output'] as const
export type TokenKind = (typeof tokenKinds)[number]
