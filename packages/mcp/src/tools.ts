import type { Tool } from './tool.ts'
import { readinessTools } from './tools/readiness.ts'
import { sessionTools } from './tools/sessions.ts'
import { usageTools } from './tools/usage.ts'

/** All tools for agents, the same over stdio and over HTTP. */
export const tools: readonly Tool[] = [...usageTools, ...sessionTools, ...readinessTools]
