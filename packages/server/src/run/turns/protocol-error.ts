/** A computer broke the protocol. Its connection ends, and nothing of the frame is stored. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}
