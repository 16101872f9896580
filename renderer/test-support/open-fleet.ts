import { vi } from 'vitest'
import type { FleetMessage, FleetRole, FleetStatus, FleetStore } from '#contract/relay/fleet.ts'
import type { FleetInstruction, InstructionDraft } from '#contract/relay/fleet-instruction.ts'
import type { InstructionOutcome } from '#contract/relay/instruction-outcome.ts'
import { makeFleetApp } from '../fleet/start.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/button/button.css'

/** A store's status in which all is well, but for the given fields. */
export const fleetStatus = (more: Partial<FleetStatus> = {}): FleetStatus => ({
  ...{ app: '0.2.0', platform: 'reached', openTickets: 7, lateTickets: 0, waiting: 0 },
  ...{ needsPerson: 0, isSaving: true, diskFreeMb: 50_000, isBackupFailing: false },
  ...{ acceptsInstructions: true, salesToday: null, coversToday: null, instructions: [] },
  ...{ lastOrderAt: Date.now(), feedAt: Date.now(), backupAt: Date.now() },
  ...more,
})

/** A store of the chain; its id is `web.NAME`. */
export const fleetStore = (name: string, more: Partial<FleetStore> = {}): FleetStore => ({
  ...{ id: `web.${name}`, websiteId: 'web', storeId: name.toLowerCase(), name },
  ...{ region: '', tags: [] },
  ...{ state: 'well', troubles: [], since: Date.now() - 60_000, seenAt: Date.now() },
  status: fleetStatus(),
  ...more,
})

/** What a store reports of an instruction. */
export const reported = (
  id: string,
  state: InstructionOutcome['state'],
  more: Partial<InstructionOutcome> = {},
): InstructionOutcome & { id: string } => ({
  ...{ id, state, items: 0, confirmed: 0, changed: 0, missing: [] },
  ...more,
})

/** An instruction that sold out salmon in some stores a minute ago. */
export const fleetInstruction = (more: Partial<FleetInstruction> = {}): FleetInstruction => ({
  ...{ id: 'one', by: 'Ana', sentAt: Date.now() - 60_000, reason: 'No delivery', unsent: [] },
  change: { kind: 'sold-out', what: 'item', name: 'Salmon' },
  stores: [],
  ...more,
})

/** A stream that the page has open, with what its server sends. */
export class FakeStream {
  static latest: FakeStream | null = null
  isClosed = false
  readonly response: Response
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor() {
    FakeStream.latest = this
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      cancel: () => void (this.isClosed = true),
    })
    this.response = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  send(message: FleetMessage): void {
    this.#controller?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`))
  }
  fail(): void {
    this.#controller?.error(new Error('the network is gone'))
  }
}

interface FleetServer {
  role: FleetRole
  stores: FleetStore[]
  instructions: FleetInstruction[]
  /** What `POST instructions` answers instead of 201. */
  refusal: { status: number; text: string } | null
  /** Whether nobody answers `GET instructions`. */
  isDown: boolean
  /** How many stores the stream begins with. */
  first: number
}

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status })

/** All stores, as the server writes them: in lines of a hundred. */
function linesOf(stores: readonly FleetStore[]): Response {
  const lines: string[] = []
  for (let at = 0; at < stores.length; at += 100)
    lines.push(`${JSON.stringify(stores.slice(at, at + 100))}\n`)
  return new Response(lines.join(''))
}

/** The fleet page with a server that is not there. */
export async function openFleet(hash: string, options: Partial<FleetServer> = {}) {
  const server: FleetServer = {
    ...{ role: 'admin', stores: [], instructions: [], refusal: null, isDown: false },
    first: 2_000,
    ...options,
  }
  const posts: { path: string; body: unknown }[] = []

  function answerPost(path: string, body: InstructionDraft & { id: string }): Response {
    posts.push({ path, body })
    const { refusal } = server
    if (refusal !== null) return new Response(refusal.text, { status: refusal.status })
    if (path === 'instructions/again')
      return json(server.instructions.find(({ id }) => id === body.id) ?? null)
    const { reason, change, stores } = body
    const sentAt = Date.now()
    const sent = fleetInstruction({ id: `sent-${posts.length}`, sentAt, reason, change, stores })
    server.instructions = [sent, ...server.instructions]
    return json(sent, 201)
  }
  function answer(path: string, init?: RequestInit): Response {
    if (init?.method === 'POST' && typeof init.body === 'string')
      return answerPost(path, JSON.parse(init.body) as InstructionDraft & { id: string })
    if (path === 'me') return json({ name: 'Ana', role: server.role, chain: 'Gran Sabor' })
    if (path === 'events') return new FakeStream().response
    if (path === 'stores') return linesOf(server.stores)
    if (path !== 'instructions') return json({}, 404)
    if (server.isDown) return json({}, 500)
    return json({ canSend: server.role === 'admin', instructions: server.instructions })
  }

  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => Promise.resolve(answer(path, init)))
  FakeStream.latest = null
  history.replaceState(null, '', `${location.pathname}${location.search}${hash}`)
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  const app = makeFleetApp(null)
  app.mount(root)
  await vi.waitFor(() => {
    if (FakeStream.latest === null) throw new Error('no stream yet')
  })
  const send = (message: FleetMessage): void => FakeStream.latest?.send(message)
  const stores = server.stores.slice(0, server.first)
  send({ type: 'all', now: Date.now(), stores, left: server.stores.length - stores.length })

  return {
    server,
    posts,
    /** Some stores have a new status. */
    change: (stores: FleetStore[]) => send({ type: 'changed', now: Date.now(), stores, gone: [] }),
    close(): void {
      app.unmount()
      vi.unstubAllGlobals()
      history.replaceState(null, '', `${location.pathname}${location.search}`)
    },
  }
}
