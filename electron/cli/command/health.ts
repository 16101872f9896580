import { noPort, uiPortOf, type uiPortFlag } from '../flags.ts'
import { print, say } from '#host/log/terminal.ts'
import type { FlagValues } from './command.ts'

/** A server that takes longer to answer is not healthy. */
const patienceMs = 5_000

/** Why the screens at an address don't answer; null if they do. Anybody may load the door's style. */
async function troubleAt(url: string): Promise<string | null> {
  try {
    const { status } = await fetch(`${url}door.css`, { signal: AbortSignal.timeout(patienceMs) })
    if (status === 200) return null
    return status === 503
      ? `Kitchen Pass can’t start. The reason is in its log and at ${url}`
      : `Something else answers at ${url}`
  } catch {
    return `Nothing answers at ${url}`
  }
}

/** `kitchen-pass health`. Returns the exit code. */
export async function runHealth(values: FlagValues<typeof uiPortFlag>): Promise<number> {
  const port = uiPortOf(values, process.env)
  if (port === null || port === 0) {
    say(port === null ? `${noPort}\n` : 'Set the port of the screens with --ui-port.\n')
    return 2
  }
  const url = `http://127.0.0.1:${String(port)}/`
  const trouble = await troubleAt(url)
  if (trouble === null) print(`The screens are served at ${url}\n`)
  else say(`${trouble}\n`)
  return trouble === null ? 0 : 1
}
