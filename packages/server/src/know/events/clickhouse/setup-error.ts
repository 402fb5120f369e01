import { StartRefused } from '../../../ground/platform/start-refused.ts'

/** A person must change something about ClickHouse; the message says what. */
export class ClickHouseSetupError extends StartRefused {
  override readonly name = 'ClickHouseSetupError'
}
