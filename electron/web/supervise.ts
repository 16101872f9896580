import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { pauseAfter } from '#contract/back-off.ts'
import { createLimit } from '#host/limit.ts'
import { outliveReaders, print, say } from './log.ts'

/** So many deaths within this time are a loop, that another start does not end. */
const mostDeaths = 5
const withinMs = 5 * 60_000
const patience = { firstMs: 500, longestMs: withinMs }
const mostLastMessages = 20

/** Ends that another start would only repeat: a calm one, and flags that cannot be read. */
const finalCodes: readonly (number | null)[] = [0, 2]

/** What is a person's wish once, and not again with every start. */
const onceOnly = ['--open', '--reset-pin']

/** The flags for a start after a death: the screens find it at the address where it was. */
export function flagsAgain(flags: readonly string[], uiPort: string | null): string[] {
  const lasting = flags.filter((flag) => !onceOnly.includes(flag))
  // Of a flag that is given twice the last one counts.
  return uiPort === null ? lasting : [...lasting, '--ui-port', uiPort]
}

/** The port of the screens in a line that says where the web shell is; null in any other line. */
export const uiPortIn = (line: string): string | null =>
  /http:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1] ?? null

/**
 * Runs the web shell `script` in a process of its own and starts it again when it dies, a little later each time. After
 * five deaths within five minutes it says why, and ends with 1. Signals and output pass through.
 */
export function supervise(script: string, flags: readonly string[]): void {
  const deaths = createLimit(mostDeaths - 1, withinMs, () => performance.now())
  let child: ChildProcess | null = null
  let uiPort: string | null = null
  let lastMessages: string[] = []
  let isEnding = false
  let isFirst = true

  outliveReaders()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isEnding = true
      // Between two starts there is nobody to hand it to.
      if (child === null) process.exit(0)
      else child.kill(signal)
    })

  function begin(): void {
    const given = isFirst ? flags : flagsAgain(flags, uiPort)
    isFirst = false
    lastMessages = []
    // The channel tells it that we are gone, also where nothing is left of us to say so.
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
