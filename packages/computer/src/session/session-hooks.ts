import type { HookEvent } from '@muster/contract/hook-events'
import { canonicalToolsOf } from '@muster/hooks/canonical-tools'
import { connectedAgents } from '@muster/hooks/doctor/connected-agents'
import { type GuardedSession, guardSession } from '@muster/hooks/guard-session'
import { createHooks, type EventFields, type Hooks, type Raised } from '@muster/hooks/hooks'
import type { Reporter } from '@muster/hooks/report/reporter'
import type { AgentPreset } from '../agent/preset.ts'
import { commandsOf } from '../permission/command-line.ts'
import type { ToolCall } from '../transcript/tool-call.ts'

interface SessionHooksOptions {
  readonly sessionId: string
  readonly folder: string
  readonly home: string
  readonly env: NodeJS.ProcessEnv
  readonly preset: AgentPreset
  readonly transcriptPath: string
  readonly reporter: Reporter | undefined
  /**
   * Set if the agent is sandboxed: it can write the scripts of the project's hooks, so they run in the sandbox, too.
   */
  readonly projectShell: readonly string[] | undefined
}

/**
 * The hooks of the user and the project for one session. An agent whose own settings are connected with ours raises
 * events itself; then nothing is raised here, because every event would count twice.
 */
export class SessionHooks {
  readonly #hooks: Hooks | undefined
  readonly #fields: EventFields
  readonly #before = new Map<string, { readonly commands: string; readonly raised: Promise<Raised> }>()
  readonly #options: SessionHooksOptions
  #hasBegun = false
  #guard: GuardedSession | undefined

  constructor(options: SessionHooksOptions) {
    const { sessionId, folder, home, env, preset, transcriptPath, reporter, projectShell } = options
    this.#options = options
    // A sandboxed agent sees neither the settings nor the trust of its user, so it cannot raise events itself.
    const isConnected = !projectShell && connectedAgents(env, home).some(({ id }) => id === preset.hookAgent)
    const hooks = { cwd: folder, home, env, reporter, projectShell, watch: false }
    this.#hooks = isConnected ? undefined : createHooks(hooks)
    this.#fields = { session_id: sessionId, cwd: folder, transcript_path: transcriptPath }
  }

  begin(source: 'startup' | 'resume'): Promise<Raised | undefined> {
    this.#hasBegun = true
    const { home, env, projectShell } = this.#options
    // A separate process raises the event if this one is killed. It runs only if a hook needs the event.
    const isWanted = this.#hooks?.select('SessionEnd', { ...this.#fields, reason: 'other' }).length
    if (isWanted)
      this.#guard = guardSession(this.#fields, { home, env, projectDir: this.#hooks?.projectDir, projectShell })
    return this.raise('SessionStart', { source })
  }

  /** Called wherever a session ends; only the first call raises the event. */
  async end(reason: 'other' | 'error'): Promise<void> {
    if (!this.#hasBegun) return
    this.#hasBegun = false
    if (this.#guard) await this.#guard.end(reason)
    else await this.raise('SessionEnd', { reason })
    this.#guard = undefined
  }

  async raise(event: HookEvent, fields: EventFields): Promise<Raised | undefined> {
    return this.#hooks?.raise(event, { ...this.#fields, ...fields })
  }

  /** Runs once per tool call as soon as its input is known, and again if the call changes its commands. */
  beforeTool(call: ToolCall): Promise<Raised> | undefined {
    const commands = commandsOf(call)
    const found = this.#before.get(call.id)
    if (found?.commands === commands || !this.#hooks) return found?.raised
    const raised = this.#hooks.raise('PreToolUse', { ...this.#fields, ...toolFields(call) })
    this.#before.set(call.id, { commands, raised })
    return raised
  }

  async afterTool(call: ToolCall, response: unknown, isError: boolean): Promise<void> {
    this.#before.delete(call.id)
    await this.raise('PostToolUse', { ...toolFields(call), tool_response: response, is_error: isError })
    const isSubagent = call.name === 'Task' || canonicalToolsOf(call.name, {}).includes('Task')
    if (isSubagent) await this.raise('SubagentStop', { agent_type: call.input.subagent_type ?? 'general-purpose' })
  }

  /** A new turn has new tool calls. */
  forgetTools(): void {
    this.#before.clear()
  }
}

function toolFields({ id, name, input }: ToolCall): EventFields {
  return { tool_name: name, tool_input: input, tool_use_id: id }
}
