import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { pauseAfter } from '#contract/back-off.ts'
import { Limit } from '#host/limit.ts'
import { ignoreStreamErrors, print, say } from './log.ts'

/** This many crashes within this time are a loop, which another start doesn't end. */
const mostDeaths = 5
const withinMs = 5 * 60_000
const patience = { firstMs: 500, longestMs: withinMs }
const mostLastMessages = 20

/** Exits that another start would repeat: a clean one, and unreadable flags. */
const finalCodes: readonly (number | null)[] = [0, 2]

/** Options for one start only. */
const onceOnly = ['--open', '--reset-pin']

/** The flags for a restart: the screens find it at the same address. */
export function flagsAgain(flags: readonly string[], uiPort: string | null): string[] {
  const lasting = flags.filter((flag) => !onceOnly.includes(flag))
  // If a flag is given twice, the last one counts.
  return uiPort === null ? lasting : [...lasting, '--ui-port', uiPort]
}

/** The port of the screens in the line with the web shell's address; null in any other line. */
export const uiPortIn = (line: string): string | null =>
  /http:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1] ?? null

/**
 * Runs the web shell `script` in its own process and restarts it after a crash, a little later each
 * time. After five crashes within five minutes it prints why, and exits with 1. Signals and output
 * pass through.
 */
export function supervise(script: string, flags: readonly string[]): void {
  const deaths = new Limit(mostDeaths - 1, withinMs, () => performance.now())
  let child: ChildProcess | null = null
  let uiPort: string | null = null
  let lastMessages: string[] = []
  let isEnding = false
  let isFirst = true

  ignoreStreamErrors()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isEnding = true
      // Between two starts there is no child to pass it to.
      if (child === null) process.exit(0)
      else child.kill(signal)
    })

  function begin(): void {
    const given = isFirst ? flags : flagsAgain(flags, uiPort)
    isFirst = false
    lastMessages = []
    // The channel tells it that we are gone, even if we can't.
    const started = spawn(process.execPath, [script, ...given], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    if (started.stdout !== null)
      createInterface(started.stdout).on('line', (line) => {
        uiPort ??= uiPortIn(line)
        print(`${line}\n`)
      })
    if (started.stderr !== null)
      createInterface(started.stderr).on('line', (line) => {
        lastMessages = [...lastMessages, line].slice(-mostLastMessages)
        say(`${line}\n`)
      })
    started.once('error', (cause) => {
      lastMessages = [cause.message]
      ended(null, null)
    })
    started.once('close', ended)
  }

  function ended(code: number | null, signal: NodeJS.Signals | null): void {
    if (child === null) return
    child = null
    if (isEnding || finalCodes.includes(code)) process.exit(code ?? 0)
    const how = signal ?? `code ${String(code)}`
    const goesOn = deaths.take()
    const count = deaths.times.length
    if (!goesOn) {
      const text = lastMessages.length === 0 ? 'It said nothing.' : lastMessages.join('\n')
      say(
        `Kitchen Pass ended ${String(count)} times within five minutes, the last time by ${how}, and is not started again. Its last words:\n${text}\n`,
      )
      process.exit(1)
    }
    const pauseMs = pauseAfter(count, patience)
    say(`Kitchen Pass ended by ${how}; it starts again in ${String(pauseMs / 1000)} s.\n`)
    setTimeout(begin, pauseMs)
  }

  begin()
}
