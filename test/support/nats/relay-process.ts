import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { MovableClock } from '../movable-clock.ts'

/** The relay's command as it is built. */
export const relayBundle = join(import.meta.dirname, '../../../out/main/relay.js')

interface RunningCommand {
  readonly pid: number
  output(): string
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

/** A relay that runs as a process of its own. */
export interface RelayProcess extends RunningCommand {
  readonly url: string
  readonly figuresUrl: string
}

/** A fleet page that is served by a process of its own. */
export interface FleetProcess extends RunningCommand {
  readonly url: string
}

/**
 * Starts a command that serves, and waits until it has printed its addresses. Throws with its
 * output if it ends before.
 */
async function startCommand<Printed>(args: readonly string[], clock?: MovableClock) {
  const child = spawn(process.execPath, [...(clock?.args ?? []), relayBundle, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...clock?.env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (text += part.toString()))
  const gone = once(child, 'exit')
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    gone.then(() => {
      throw new Error(`${args[0] ?? ''} ended: ${text}`)
    }),
  ])) as [string]
  const running: RunningCommand = {
    pid: child.pid ?? 0,
    output: () => text,
    async end(signal) {
      child.kill(signal)
      const [code] = (await gone) as [number | null]
      return code
    },
  }
  return { running, printed: JSON.parse(line) as Printed }
}

/** Starts a relay on a folder, at a port for events. */
export async function startRelayProcess(folder: string, port: number): Promise<RelayProcess> {
  const flags = ['--folder', folder, '--port', String(port), '--figures-port', '0']
  const { running, printed } = await startCommand<{ events: string; figures: string }>([
    'serve',
    ...flags,
  ])
  return { ...running, url: printed.events, figuresUrl: printed.figures }
}

/** Serves the fleet page of a folder `fleet`, by its own clock or a movable one. */
export async function startFleetProcess(
  folder: string,
  clock?: MovableClock,
): Promise<FleetProcess> {
  const flags = ['--folder', folder, '--port', '0']
  const { running, printed } = await startCommand<{ page: string }>(['fleet', ...flags], clock)
  return { ...running, url: printed.page }
}
