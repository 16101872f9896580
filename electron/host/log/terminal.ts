import { fstatSync, writeSync } from 'node:fs'
import type { Log } from '#host/core/log.ts'
import { QuietLog } from '#host/log/quiet-log.ts'
import { terminalText } from '#host/log/terminal-text.ts'

const stderr = 2

const write =
  (level: string): Log['info'] =>
  (event, facts = {}) => {
    const line = { at: new Date().toISOString(), level, event, ...facts }
    say(`${JSON.stringify(line)}\n`)
  }

/**
 * One JSON line per entry on stderr, few of a kind (host/log/quiet-log.ts); stdout is for the line with
 * the web shell's address.
 */
export const webLog: Log = new QuietLog({
  info: write('info'),
  warn: write('warn'),
  error: write('error'),
})

/**
 * Whether stderr goes to a file: Node's stream gives up for good on the first failed write there.
 */
function isFile(): boolean {
  try {
    return fstatSync(stderr).isFile()
  } catch {
    return false
  }
}

/** Writes to stderr if possible: a full disk or a missing reader ends nothing. */
export function say(text: string): void {
  const clean = terminalText(text)
  try {
    if (isFile()) writeSync(stderr, clean)
    else process.stderr.write(clean)
  } catch {
    // There is nowhere left to report it.
  }
}

/**
 * Writes to stdout. Commands show text from outside only with this and `say`: both remove terminal
 * codes.
 */
export function print(text: string): void {
  process.stdout.write(terminalText(text))
}

/**
 * Writes lines to stdout for a program that reads them, with the control characters that separate
 * its fields. Not for text from outside.
 */
export function printLines(lines: Iterable<string>): void {
  for (const line of lines) process.stdout.write(`${line}\n`)
}

/** Lets the readers of stdout and stderr go away without ending this process. */
export function ignoreStreamErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
