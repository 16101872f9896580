import { fstatSync, writeSync } from 'node:fs'
import type { Log } from '#host/log.ts'
import { quietLog } from '#host/quiet-log.ts'
import { terminalText } from '#host/terminal-text.ts'

const stderr = 2

const write =
  (level: string): Log['info'] =>
  (event, facts = {}) => {
    const line = { at: new Date().toISOString(), level, event, ...facts }
    say(`${JSON.stringify(line)}\n`)
  }

/**
 * One JSON line an entry on stderr, few of a kind (host/quiet-log.ts); stdout belongs to the line that says where the web
 * shell is.
 */
export const webLog: Log = quietLog({
  info: write('info'),
  warn: write('warn'),
  error: write('error'),
})

/** Whether stderr was led into a file: a stream of Node's gives up for good on the first write that fails there. */
function isFile(): boolean {
  try {
    return fstatSync(stderr).isFile()
  } catch {
    return false
  }
}

/** Writes to stderr where that takes it: a disk that is full, or a reader who is gone, ends nothing. */
export function say(text: string): void {
  const clean = terminalText(text)
  try {
    if (isFile()) writeSync(stderr, clean)
    else process.stderr.write(clean)
  } catch {
    // There is nowhere left to say it.
  }
}

/** Writes to stdout. With `say` the one way to a terminal: neither lets anything through that would steer it. */
export function print(text: string): void {
  process.stdout.write(terminalText(text))
}

/** Has whoever read stdout and stderr go away without ending this process. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
