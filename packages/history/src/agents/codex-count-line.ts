import { PlainJson, Word } from '../files/plain-json.ts'
import { timeIn, timeLength } from '../files/time-in.ts'

const quote = 34
const comma = 44
const closeObject = 125
const begin = new Word('{"timestamp":"')
const ordinal = new Word('","ordinal":')
const type = new Word(',"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{')
const last = new Word(',"last_token_usage":{')
const input = new Word('"input_tokens":')
const cacheRead = new Word('"cached_input_tokens":')
const cacheWrite = new Word('"cache_write_input_tokens":')
const output = new Word('"output_tokens":')
const reasoning = new Word('"reasoning_output_tokens":')
const all = new Word('"total_tokens":')

/**
 * A line with a running count of tokens, read without parsing it: it comes after each call of a model, and making objects of
 * it takes most of the time of a history.
 */
export class CodexCountLine {
  timeMs = 0
  /** All tokens so far. */
  total = 0
  /** Those of the last call. */
  input = 0
  cacheRead = 0
  cacheWrite = 0
  output = 0
  reasoning = 0
  all = 0
  readonly #json = new PlainJson()
  #isMore = false
  #isPlain = true

  /** False if the line is another one, or is written in another way. */
  read(bytes: Buffer, start: number, end: number): boolean {
    const json = this.#json
    json.open(bytes, start, end)
    if (!json.skips(begin)) return false
    const timeAt = json.at
    json.at += timeLength
    if (json.skips(ordinal)) {
      if (json.count() < 0) return false
    } else if (!json.skipsByte(quote)) return false
    if (!json.skips(type) || !this.#readCounts()) return false
    this.total = this.all
    if (!json.skips(last) || !this.#readCounts()) return false
    this.timeMs = timeIn(bytes, timeAt)
    // The rest of three objects, each within the next.
    for (let depth = 0; depth < 3; depth += 1) if (!json.skipsRestOfObject()) return false
    return this.timeMs > 0 && json.isAtEnd
  }

  /** They come in this order; any of them may be missing. */
  #readCounts(): boolean {
    this.#isMore = true
    this.#isPlain = true
    this.input = this.#count(input)
    this.cacheRead = this.#count(cacheRead)
    this.cacheWrite = this.#count(cacheWrite)
    this.output = this.#count(output)
    this.reasoning = this.#count(reasoning)
    this.all = this.#count(all)
    return this.#isPlain && !this.#isMore && this.#json.skipsByte(closeObject)
  }

  #count(name: Word): number {
    const json = this.#json
    if (!this.#isMore || !json.skips(name)) return 0
    const count = json.count()
    if (count < 0) this.#isPlain = false
    this.#isMore = json.skipsByte(comma)
    return count
  }
}
