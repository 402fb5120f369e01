import type { Tool } from './tool.ts'
import { readinessTools } from './tools/readiness.ts'
import { sessionTools } from './tools/sessions.ts'
import { usageTools } from './tools/usage.ts'

/** All that agents may ask, over stdio and over HTTP alike. */
export const tools: readonly Tool[] = [...usageTools, ...sessionTools, ...readinessTools]
