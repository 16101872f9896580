import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Station {
  readonly ui: string
  output(): string
  /** Answers its exit code; null where a signal ended it. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

export const stationProgram = join(import.meta.dirname, '../../out/main/station.js')

/** Starts the built station, as a service would, and waits for the line that says where it is. */
export async function startStation(env: Record<string, string>): Promise<Station> {
  const child = spawn(process.execPath, [stationProgram], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let line = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit')
  const ui = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      line += chunk.toString()
      if (line.includes('\n')) resolve((JSON.parse(line) as { ui: string }).ui)
    })
    child.once('exit', () => {
      reject(new Error(`the station ended: ${output}`))
    })
  })
  return {
    ui,
    output: () => line + output,
    async stop(signal) {
      child.kill(signal)
      const [code] = (await exited) as [number | null]
      return code
    },
  }
}
