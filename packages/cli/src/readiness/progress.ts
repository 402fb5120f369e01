/** Shows the current step on a terminal, and removes it afterwards. Elsewhere it prints nothing. */
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
