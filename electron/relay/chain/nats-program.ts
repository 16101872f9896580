import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Log } from '#host/core/log.ts'

/**
 * The oldest version that lost nothing in 200 kills of all parts (test/kill/chain.process.test.ts).
 * 2.10 could be left without a leader for ever when all nodes started at once, and a leader that had
 * just been chosen could answer without an event.
 */
const oldestNats = { major: 2, minor: 15 }

/** How long after its end it is started again, in ms. */
const againMs = 1_000
/** How much of its output an error shows. */
const maxOutput = 2_000

/** An installed nats-server; null if there is none. Debian's is not in every PATH. */
export function findNatsServer(env: NodeJS.ProcessEnv = process.env): string | null {
  const folders = [...(env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const names = process.platform === 'win32' ? ['nats-server.exe'] : ['nats-server']
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return paths.find(existsSync) ?? null
}

/** Whether a nats-server is new enough. */
export function isNewEnough(program: string): boolean {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  const [, major, minor] = /v(\d+)\.(\d+)\./.exec(stdout) ?? []
  return (
    Number(major) > oldestNats.major ||
    (Number(major) === oldestNats.major && Number(minor) >= oldestNats.minor)
  )
}

/** Whether something accepts connections at a port of this machine. */
export const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => {
      resolve(false)
    })
  })

/** The first port from one on where nothing listens on this machine. */
export async function freePort(first: number): Promise<number> {
  let port = first
  while (await accepts(port)) port += 1
  return port
}

/** How a nats-server is run beside this program. */
interface NatsCommand {
  program: string
  configFile: string
  port: number
  /** Where it writes its process id. */
  pidFile: string
  /** Whether what listens at the port is of this chain. */
  isOurs(): Promise<boolean>
}

/** How long one that is left from before may take to end, in ms. */
const endsWithinMs = 10_000

/**
 * Ends a nats-server that an earlier run left, because it was killed itself. Fails if something else
 * has the port.
 */
async function endLeftOver({ port, pidFile, isOurs }: NatsCommand): Promise<Result<null>> {
  if (!(await accepts(port))) return ok(null)
  const busy = fail('too-late', `Something else listens at port ${String(port)}.`)
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0
  if (!Number.isInteger(pid) || pid < 2 || !(await isOurs())) return busy
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    return busy
  }
  const startedAt = performance.now()
  while (await accepts(port)) {
    if (performance.now() - startedAt > endsWithinMs) return busy
    await pause(50)
  }
  return ok(null)
}

/** A nats-server beside this program: it is started again when it ends, until `close`. */
export class NatsProgram {
  readonly #command: NatsCommand
  readonly #log: Log
  #child: ChildProcess | null = null
  #output = ''
  #isClosed = false

  private constructor(command: NatsCommand, log: Log) {
    this.#command = command
    this.#log = log
  }

  /** Resolves once it accepts connections; fails with its output if it ends before. */
  static async start(command: NatsCommand, log: Log): Promise<Result<NatsProgram>> {
    const isFree = await endLeftOver(command)
    if (!isFree.ok) return isFree
    const running = new NatsProgram(command, log)
    const child = running.#spawn()
    while (!(await accepts(command.port))) {
      if (child.exitCode !== null || child.signalCode !== null) {
        running.#isClosed = true
        return fail('unreachable', `nats-server ended: ${running.#output}`)
      }
      await pause(50)
    }
    return ok(running)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  #spawn(): ChildProcess {
    const { program, configFile, pidFile } = this.#command
    const args = ['-c', configFile, '-P', pidFile]
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        this.#output = (this.#output + part.toString()).slice(-maxOutput)
      })
    child.on('error', (cause) => (this.#output += cause.message))
    child.once('exit', (code) => {
      this.#startAgain(code)
    })
    return child
  }

  #startAgain(code: number | null): void {
    if (this.#isClosed) return
    this.#log.error('nats-server ended', { code })
    setTimeout(() => {
      if (!this.#isClosed) this.#spawn()
    }, againMs)
  }
}
