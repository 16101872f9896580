import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runRelay } from '#relay/run-relay.ts'
import { callCommand } from '../call-command.ts'
import { reservedPort } from '../reserved-port.ts'
import { temporaryFolder } from '../temporary.ts'
import {
  hasNoNatsServer,
  needsNatsServer,
  startNatsServer,
  type NatsServer,
} from './nats-server.ts'
import { relayBundle } from './relay-process.ts'

export const relayTest = (name: string, run: () => Promise<void>): void => {
  test.skipIf(hasNoNatsServer)(`${name} (${needsNatsServer})`, run)
}

/** The folder of a new chain with one nats-server, which doesn't run yet. */
export async function setUpRelay() {
  const cwd = temporaryFolder()
  const port = await reservedPort()
  /** What its administrator does, without a start of the program each time. */
  const run = (...args: string[]) => callCommand(runRelay, args, { cwd })
  const setup = await run('setup', '--name', 'Pizza', '--node', `localhost:${String(port)}`)
  expect(setup).toMatchObject({ code: 0, err: '' })
  const chain = join(cwd, 'chain')
  return {
    cwd,
    chain,
    run,
    async startNats(): Promise<NatsServer> {
      const server = await startNatsServer(join(chain, 'nats/node-1/nats-server.conf'), port)
      onTestFinished(() => server.end('SIGKILL'))
      return server
    },
  }
}

export interface Addresses {
  events: string
  figures: string
}

/** A command of the built relay, or of another program, that runs until the test ends it. */
export function startServer(cwd: string, all: readonly string[], program = relayBundle) {
  const child = spawn(process.execPath, [program, ...all], { cwd, env: {} })
  const ended = once(child, 'close') as Promise<[number | null]>
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (err += part.toString()))
  return {
    output: () => out + err,
    /** Its exit code, once it has ended by itself. */
    ended,
    kill: () => void child.kill('SIGKILL'),
    /** What it prints once it listens. */
    async addresses<Printed = Addresses>(): Promise<Printed> {
      await expect.poll(() => out).toContain('\n')
      return JSON.parse(out) as Printed
    },
    async end(signal: 'SIGTERM' | 'SIGINT'): Promise<number | null> {
      child.kill(signal)
      return (await ended)[0]
    },
  }
}

/** `serve`, which is the command without a name. */
export const startServe = (cwd: string) => startServer(cwd, ['--port', '0', '--figures-port', '0'])

export async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(url, init)
  await answer.text()
  return answer.status
}

let lastEvent = 0
/** Posts an event of a website and its store; returns the status. */
export const post = ({ events }: Addresses, bearer: string): Promise<number> =>
  statusOf(events, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'ecommerce.order.created',
      eventId: String(++lastEvent),
      websiteId: 'W1',
      storeId: 'S1',
      data: {},
    }),
  })
