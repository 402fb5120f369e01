/** Shows the current step on a terminal, and removes it afterwards. If the stream is no terminal, it prints nothing. */
export function createProgress(stream: NodeJS.WriteStream) {
  let isShown = false
  return {
    tell(step: string): void {
      if (stream.isTTY !== true) return
      isShown = true
      stream.write(`\r\u001b[2K${step} …`)
    },
    clear(): void {
      if (isShown) stream.write('\r\u001b[2K')
      isShown = false
    },
  }
}
