import type { Prompt } from '../record.ts'
import { Records } from './records.ts'

/** What people typed to one agent: when, and in which session. */
export class Prompts extends Records<Prompt> {
  protected addDetails(): void {}

  protected replaceDetails(): void {}

  protected withDetails(_number: number, key: string, session: string, timeMs: number): Prompt {
    return { key, session, timeMs }
  }
}
