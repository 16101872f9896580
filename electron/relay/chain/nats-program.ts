import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Log } from '#host/log.ts'

/** The first version that can write each event to the disk before it acknowledges it. */
const oldestNats = { major: 2, minor: 10 }

/** How long after its end it is started again, in ms. */
const againMs = 1_000
/** How much of its output an error shows. */
const longestOutput = 2_000

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

/** A nats-server beside this program: it is started again when it ends, until `close`. */
export class NatsProgram {
  readonly #command: { program: string; configFile: string }
  readonly #log: Log
  #child: ChildProcess | null = null
  #output = ''
  #isClosed = false

  private constructor(command: { program: string; configFile: string }, log: Log) {
    this.#command = command
    this.#log = log
  }

  /** Resolves once it accepts connections; fails with its output if it ends before. */
  static async start(
    command: { program: string; configFile: string; port: number },
    log: Log,
  ): Promise<Result<NatsProgram>> {
    if (await accepts(command.port))
      return fail('too-late', `Something else listens at port ${String(command.port)}.`)
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
    if (child === null || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }

  #spawn(): ChildProcess {
    const { program, configFile } = this.#command
    const child = spawn(program, ['-c', configFile], { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        this.#output = (this.#output + part.toString()).slice(-longestOutput)
      })
    child.on('error', (cause) => (this.#output += cause.message))
    child.once('exit', (code) => {
      if (this.#isClosed) return
      this.#log.error('nats-server ended', { code })
      setTimeout(() => {
        if (!this.#isClosed) this.#spawn()
      }, againMs)
    })
    return child
  }
}
