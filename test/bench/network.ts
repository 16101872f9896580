import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import type { Network } from '#contract/network/network.ts'
import {
  askForCode,
  enter,
  type JoinedScreen,
  type SecureHost,
} from '#test/support/network-screen.ts'
import { reservedPort } from '#test/support/reserved-port.ts'
import { callWeb } from '#test/support/web-process.ts'
import { median, maxOurs, maxRatio, type Part } from './figure.ts'
import { openScreen, plan, postTo, recordCodes } from './screens.ts'
import { freshFolder, startBuilt, withProbe, type Subject } from './subject.ts'

const count = 12
const handshakes = 40
const kilobyte = 1024

interface Opened {
  subject: Subject
  host: SecureHost
}

/** A web shell that serves screens to the network too. */
async function openHost(): Promise<Opened> {
  const dataDir = freshFolder()
  const port = await reservedPort()
  const env = { KITCHEN_PASS_NETWORK_PORT: String(port) }
  const subject = await startBuilt({ dataDir, env, ...withProbe() })
  await callWeb(subject.ui, 'network.allow', { isAllowed: true })
  const authority = readFileSync(join(dataDir, 'network/authority.pem'), 'utf8')
  return { subject, host: { port: () => port, authority: () => authority } }
}

/** Lets a screen in. */
async function joinAs(name: string, { subject, host }: Opened): Promise<JoinedScreen> {
  // Each tablet has an address of its own.
  const { id, code, token } = await askForCode(host, `127.0.0.${String(name.length + 10)}`)
  const { waiting } = (await callWeb(subject.ui, 'network.get', {})) as Network
  if (!waiting.some((each) => each.id === id)) throw new Error('the screen does not wait')
  const asked = { waitingId: id, code, name, role: 'kitchen' }
  await callWeb(subject.ui, 'network.approve', asked)
  return enter(host, token)
}

/** The event stream of a screen, which records when each code first arrives. */
async function listen({ host }: Opened, screen: JoinedScreen) {
  const sent = request({
    ...{ host: '127.0.0.1', port: host.port(), ca: host.authority(), agent: false },
    path: '/events',
    headers: screen.headers,
  })
  sent.on('error', () => undefined)
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return {
    received: recordCodes(response),
    close(): void {
      sent.destroy()
    },
  }
}

type Listening = Awaited<ReturnType<typeof listen>>

const rssOf = async (subject: Subject): Promise<number> =>
  ((await subject.ask('memory')) as { rss: number }).rss / kilobyte

/** How long a connection takes until it can carry a request, in ms. */
async function connecting(
  open: () => { once(event: string, run: () => void): unknown; destroy(): unknown },
  ready: string,
) {
  const took: number[] = []
  for (let nth = 0; nth < handshakes; nth++) {
    const from = performance.now()
    const socket = open()
    await new Promise<void>((resolve) => {
      socket.once(ready, resolve)
    })
    took.push(performance.now() - from)
    socket.destroy()
  }
  return median(took)
}

const twelve = '12 network screens at 50 orders/s, p99'
const lost = '  orders that did not reach every one'
const handshake = '  a new encrypted connection'
const memory = '  memory for each'

/** Twelve screens on the network. */
export const network: Part = {
  rounds: 2,
  lines: [
    {
      name: twelve,
      unit: 'ms',
      measures: 'From the POST of a new order to each screen, over TLS.',
      floor: 'ours with one screen of the same computer',
      aim: maxRatio(2),
    },
    {
      name: lost,
      unit: 'orders',
      measures: 'Sum over all screens of a round.',
      floor: null,
      aim: maxOurs(0, 'orders'),
    },
    {
      name: handshake,
      unit: 'ms',
      measures: 'Until the TLS handshake is done; no session is resumed.',
      floor: 'a TCP connection to the same port',
      aim: null,
    },
    {
      name: memory,
      unit: 'KB',
      measures: 'Resident memory of the host with twelve connected screens, less that without.',
      floor: null,
      aim: null,
    },
  ],
  async measure(rounds) {
    const all = { one: [] as number[], twelve: [] as number[], lost: [] as number[] }
    const [tcp, tls, each]: [number[], number[], number[]] = [[], [], []]
    for (let nth = 0; nth < rounds; nth++) {
      const local = await startBuilt()
      const one = await postTo(local, [await openScreen(local.ui)], `one-${String(nth)}`)
      await local.end()
      const opened = await openHost()
      const { subject, host } = opened
      const [port, ca] = [host.port(), host.authority()]
      tcp.push(await connecting(() => connectPlain(port, '127.0.0.1'), 'connect'))
      tls.push(await connecting(() => connect({ port, host: '127.0.0.1', ca }), 'secureConnect'))
      const before = await rssOf(subject)
      const screens: Listening[] = []
      for (let place = 0; place < count; place++)
        screens.push(await listen(opened, await joinAs('x'.repeat(place + 1), opened)))
      each.push(((await rssOf(subject)) - before) / count)
      const many = await postTo(subject, screens, `twelve-${String(nth)}`)
      await subject.end()
      all.one.push(one.p99)
      all.twelve.push(many.p99)
      all.lost.push(one.lost + many.lost)
    }
    return {
      [twelve]: { floor: all.one, ours: all.twelve },
      [lost]: {
        floor: [],
        ours: all.lost,
        note: `${String(plan.perSecond * plan.seconds)} to each`,
      },
      [handshake]: { floor: tcp, ours: tls },
      [memory]: { floor: [], ours: each },
    }
  },
}
