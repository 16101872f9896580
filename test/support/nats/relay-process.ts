import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The relay's command as it is built. */
export const relayBundle = join(import.meta.dirname, '../../../out/main/relay.js')

/** A relay that runs as a process of its own. */
export interface RelayProcess {
  readonly pid: number
  readonly url: string
  readonly figuresUrl: string
  output(): string
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

/** Starts a relay on a folder and waits until it listens. Throws with its output if it ends before. */
export async function startRelayProcess(folder: string, port: number): Promise<RelayProcess> {
  const flags = ['--folder', folder, '--port', String(port), '--figures-port', '0']
  const child = spawn(process.execPath, [relayBundle, 'serve', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (text += part.toString()))
  const gone = once(child, 'exit')
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    gone.then(() => {
      throw new Error(`the relay ended: ${text}`)
    }),
  ])) as [string]
  const { events, figures } = JSON.parse(line) as { events: string; figures: string }
  return {
    pid: child.pid ?? 0,
    url: events,
    figuresUrl: figures,
    output: () => text,
    async end(signal) {
      child.kill(signal)
      const [code] = (await gone) as [number | null]
      return code
    },
  }
}
