import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Made-up histories in the shape of real ones: most of a file is what tools answered, which nobody has to parse. */
export function writeClaudeHistory(home: string, megabytes: number): number {
  const folder = join(home, '.claude/projects/-work-shop')
  mkdirSync(folder, { recursive: true })
  const result = 'a line of some file that a tool has read, as long as lines are; '.repeat(90)
  let bytes = 0
  for (let file = 0; bytes < megabytes * 1e6; file += 1) {
    const session = `00000000-0000-4000-8000-${String(file).padStart(12, '0')}`
    const lines: string[] = []
    for (let turn = 0; turn < 120; turn += 1) {
      const about = {
        sessionId: session,
        cwd: '/work/shop',
        version: '2.1.0',
        timestamp: new Date(Date.UTC(2026, 9, 1) + file * 600_000 + turn * 4000).toISOString(),
      }
      const usage = {
        input_tokens: 12,
        cache_creation_input_tokens: 900,
        cache_read_input_tokens: 40_000,
        output_tokens: 300,
      }
      const id = `msg_${file}_${turn}`
      const block = {
        type: 'tool_use',
        id: `toolu_${file}_${turn}`,
        name: 'Read',
        input: { file_path: '/work/shop/a.ts' },
      }
      const message = { id, model: 'claude-sonnet-4-5', role: 'assistant', content: [block], usage }
      lines.push(JSON.stringify({ ...about, uuid: `a-${id}`, message, requestId: `req_${id}`, type: 'assistant' }))
      const answer = [{ tool_use_id: block.id, type: 'tool_result', content: result }]
      lines.push(
        JSON.stringify({ ...about, type: 'user', message: { role: 'user', content: answer }, uuid: `u-${id}` }),
      )
    }
    const text = `${lines.join('\n')}\n`
    writeFileSync(join(folder, `${session}.jsonl`), text)
    bytes += text.length
  }
  return bytes
}

export function writeCodexHistory(home: string, files: number): number {
  let bytes = 0
  for (let file = 0; file < files; file += 1) {
    const timeMs = Date.UTC(2026, 9, 1) + file * 300_000
    const at = (seconds: number) => new Date(timeMs + seconds * 1000).toISOString()
    const day = at(0).slice(0, 10).split('-')
    const folder = join(home, '.codex/sessions', ...day)
    mkdirSync(folder, { recursive: true })
    const id = `01990000-0000-7000-8000-${String(file).padStart(12, '0')}`
    const line = (seconds: number, type: string, payload: object) =>
      JSON.stringify({ timestamp: at(seconds), type, payload })
    const lines = [
      line(0, 'session_meta', {
        id,
        timestamp: at(0),
        cwd: '/work/shop',
        originator: 'codex_cli_rs',
        cli_version: '0.60.0',
      }),
      line(1, 'turn_context', { cwd: '/work/shop', model: 'gpt-5.5' }),
    ]
    const total = {
      input_tokens: 0,
      cached_input_tokens: 0,
      output_tokens: 0,
      reasoning_output_tokens: 0,
      total_tokens: 0,
    }
    for (let call = 0; call < 8; call += 1) {
      const last = {
        input_tokens: 4000,
        cached_input_tokens: 3000,
        output_tokens: 200,
        reasoning_output_tokens: 50,
        total_tokens: 4200,
      }
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += last[name]
      const output = 'what the shell said, as long as such things are; '.repeat(30)
      lines.push(line(call * 5 + 2, 'response_item', { type: 'function_call_output', call_id: `call_${call}`, output }))
      const info = { total_token_usage: { ...total }, last_token_usage: last, model_context_window: 272_000 }
      lines.push(line(call * 5 + 3, 'event_msg', { type: 'token_count', info }))
    }
    const text = `${lines.join('\n')}\n`
    writeFileSync(join(folder, `rollout-${at(0).slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`), text)
    bytes += text.length
  }
  return bytes
}
