/** A person must change something about ClickHouse; the message says what. */
export class ClickHouseSetupError extends Error {
  override readonly name = 'ClickHouseSetupError'
}
