/** Tells on a terminal what is being done, and takes it back when it is done. Elsewhere it says nothing. */
export function createProgress(stream: NodeJS.WriteStream) {
  const isShown = stream.isTTY === true
  return {
    tell(step: string): void {
      if (isShown) stream.write(`\r\u001b[2K${step} …`)
    },
    clear(): void {
      if (isShown) stream.write('\r\u001b[2K')
    },
  }
}
