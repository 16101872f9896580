import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { accepts, findNatsServer, isNewEnough } from '#relay/chain/nats-program.ts'

/** Where the test run puts one if the installed one is too old (test/run/fetch-nats-server.ts). */
export const fetchedNatsServer = join(
  import.meta.dirname,
  '../../../node_modules/.cache/nats-server/usr/sbin/nats-server',
)

/** A nats-server that is new enough; null if there is none. */
export function natsServerPath(): string | null {
  const installed = findNatsServer()
  const programs = [fetchedNatsServer, ...(installed === null ? [] : [installed])]
  return programs.find((program) => existsSync(program) && isNewEnough(program)) ?? null
}

/** For `test.skipIf`: a test of the relay needs a real server. */
export const hasNoNatsServer = natsServerPath() === null

/** Why tests of the relay are skipped, for their names. */
export const needsNatsServer = 'needs a nats-server 2.15'

/** How long a test's own client waits for a server, in ms. A busy machine must not fail a test. */
export const natsTimeoutMs = 60_000

/** A nats-server that runs with a configuration file until it is ended. */
export interface NatsServer {
  readonly pid: number
  /** What it wrote. */
  output(): string
  /** Ends it and waits until it is gone. SIGKILL leaves it no time to clean up. */
  end(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** SIGSTOP holds it, as a machine that hangs; SIGCONT lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGHUP'): void
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts a nats-server with a configuration file and waits until it accepts connections at `port`.
 * Throws with its output if it ends before. `through`: a command that runs it and becomes it.
 */
export async function startNatsServer(
  configFile: string,
  port: number,
  through: readonly string[] = [],
): Promise<NatsServer> {
  const program = [natsServerPath() ?? '', '-c', configFile]
  const [command = '', ...args] = through.length === 0 ? program : [...through, ...program]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (text = (text + part.toString()).slice(-200_000)))
  const gone = once(child, 'exit').then(() => void running.delete(child))
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`nats-server ended: ${text.slice(-4_000)}`)
    await pause(20)
  }
  return {
    pid: child.pid ?? 0,
    output: () => text,
    async end(signal = 'SIGTERM') {
      // One that is held takes no other signal.
      child.kill('SIGCONT')
      child.kill(signal)
      await gone
    },
    signal: (signal) => void child.kill(signal),
  }
}
