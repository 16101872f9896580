import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { pauseAfter } from '#contract/shared/back-off.ts'
import { Limit } from '#host/core/limit.ts'
import { ignoreStreamErrors, print, say } from '#host/log/terminal.ts'

/** This many crashes within this time are a loop, which another start doesn't end. */
const maxDeaths = 5
const withinMs = 5 * 60_000
const patience = { firstMs: 500, maxMs: withinMs }
const maxLastMessages = 20

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
export class Supervisor {
  readonly #script: string
  readonly #flags: readonly string[]
  readonly #crashes = new Limit(maxDeaths - 1, withinMs, () => performance.now())
  #child: ChildProcess | null = null
  #uiPort: string | null = null
  #lastMessages: string[] = []
  #isEnding = false
  #isFirst = true

  constructor(script: string, flags: readonly string[]) {
    this.#script = script
    this.#flags = flags
  }

  run(): void {
    ignoreStreamErrors()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#end(signal))
    this.#start()
  }

  #end(signal: NodeJS.Signals): void {
    this.#isEnding = true
    // Between two starts there is no child to pass it to.
    if (this.#child === null) process.exit(0)
    else this.#child.kill(signal)
  }

  #start(): void {
    const flags = this.#isFirst ? this.#flags : flagsAgain(this.#flags, this.#uiPort)
    this.#isFirst = false
    this.#lastMessages = []
    // The channel tells it that we are gone, even if we can't.
    const child = spawn(process.execPath, [this.#script, ...flags], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child = child
    if (child.stdout !== null)
      createInterface(child.stdout).on('line', (line) => {
        this.#uiPort ??= uiPortIn(line)
        print(`${line}\n`)
      })
    if (child.stderr !== null)
      createInterface(child.stderr).on('line', (line) => {
        this.#lastMessages = [...this.#lastMessages, line].slice(-maxLastMessages)
        say(`${line}\n`)
      })
    child.once('error', (cause) => {
      this.#lastMessages = [cause.message]
      this.#ended(null, null)
    })
    child.once('close', (code, signal) => this.#ended(code, signal))
  }

  #ended(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#child === null) return
    this.#child = null
    if (this.#isEnding || finalCodes.includes(code)) process.exit(code ?? 0)
    const how = signal ?? `code ${String(code)}`
    const goesOn = this.#crashes.take()
    const count = this.#crashes.times.length
    if (!goesOn) this.#giveUp(how, count)
    const pauseMs = pauseAfter(count, patience)
    say(`Kitchen Pass ended by ${how}; it starts again in ${String(pauseMs / 1000)} s.\n`)
    setTimeout(() => this.#start(), pauseMs)
  }

  #giveUp(how: string, count: number): never {
    const messages = this.#lastMessages
    const text = messages.length === 0 ? 'It said nothing.' : messages.join('\n')
    say(
      `Kitchen Pass ended ${String(count)} times within five minutes, the last time by ${how}, and is not started again. Its last words:\n${text}\n`,
    )
    process.exit(1)
  }
}
