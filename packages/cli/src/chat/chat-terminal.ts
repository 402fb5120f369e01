import { type Key, readKeys } from './keys.ts'

const pasteOn = '\x1b[?2004h'
const pasteOff = '\x1b[?2004l'

interface ChatTerminal {
  /** Restores the terminal. */
  end(): void
  /** Suspends the process, as Ctrl-Z does; `fg` resumes it. */
  suspend(): void
}

/** Reads key presses one by one, and restores the terminal on every exit. */
export function takeTerminal(onKey: (key: Key) => void, onResize: () => void, onContinue: () => void): ChatTerminal {
  const { stdin, stdout } = process
  const take = () => {
    stdin.setRawMode(true)
    stdin.resume()
    stdout.write(pasteOn)
  }
  const giveBack = () => {
    stdin.setRawMode(false)
    stdout.write(`${pasteOff}\x1b[?25h`)
  }
  const comeBack = () => {
    take()
    onContinue()
  }
  const stopKeys = readKeys(stdin, onKey)
  stdout.on('resize', onResize)
  process.on('exit', giveBack)
  process.on('SIGCONT', comeBack)
  const endBySignal = () => process.exit(143)
  process.on('SIGTERM', endBySignal)
  process.on('SIGHUP', endBySignal)
  take()
  return {
    end() {
      stopKeys()
      stdout.off('resize', onResize)
      process.off('SIGCONT', comeBack)
      process.off('SIGTERM', endBySignal)
      process.off('SIGHUP', endBySignal)
      process.off('exit', giveBack)
      giveBack()
      stdin.pause()
    },
    suspend() {
      giveBack()
      process.kill(process.pid, 'SIGTSTP')
    },
  }
}
