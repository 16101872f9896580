import { defaultPreferences } from '#contract/settings/default-preferences.ts'
import type { Autostart, Bridge, Computer, Link } from '#contract/bridge.ts'
import { needsDecision, type PendingDecisions } from '#contract/deliveries/delivery.ts'
import type { ScreenDraft } from '#contract/drafts/drafts.ts'
import type { FirstView } from '#contract/first-view.ts'
import type { HostEvent, Input, OperationName, Output } from '#contract/index.ts'
import { fail, ok, type AppError, type Result } from '#contract/shared/result.ts'
import type { Preferences } from '#contract/settings/settings.ts'
import { noRelay } from '#contract/status/relay.ts'
import type { Status } from '#contract/status/status.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { createHold, type Hold } from '#test/support/hold.ts'
import { sampleScreens } from './sample-screens.ts'
import { noStations } from './sample-stations.ts'

/** A status without problems or news. */
export const quietStatus = (): Status => ({
  now: new Date().toISOString(),
  mode: 'store',
  store: {
    id: 'store-1',
    name: 'Providencia',
    brand: 'Alerce',
    timeZone: 'America/Santiago',
    countryCode: 'CL',
  },
  webhook: {
    state: 'listening',
    address: null,
    lastEventAt: new Date().toISOString(),
    message: null,
    tokensUsedAt: [null],
  },
  poller: { state: 'unsupported', lastOkAt: null, error: null },
  relay: noRelay,
  outbox: { pending: 0, sending: 0, unknown: 0, needsPerson: 0, paused: null },
  inbox: { unread: 0, elsewhere: 0, refusing: false },
  damage: null,
  backup: null,
  setAside: 0,
  pause: null,
  guestsForgottenAt: null,
  skewMs: 0,
  menus: { by: 'name', taken: 1, others: 0 },
  notAllowed: [],
  storeSeen: { state: 'seen', stores: 1, names: ['Colón'] },
})

/** The decisions about bumps that people must make. */
function pendingOf(tickets: readonly Ticket[]): PendingDecisions {
  const decisions = tickets.flatMap(({ id, code, bump }) =>
    bump !== null && needsDecision(bump.delivery)
      ? [
          {
            kind: 'preparation-ready' as const,
            subject: id,
            title: code,
            about: {},
            delivery: bump.delivery,
            createdAt: bump.bumpedAt,
          },
        ]
      : [],
  )
  return { decisions: decisions.toReversed(), total: decisions.length }
}

/** The computer of a desktop's window, whose system has `state` and answers a change with `change`. */
export function fakeComputer(
  state: Autostart = 'off',
  change = (isOn: boolean): Result<Autostart> => ok(isOn ? 'on' : 'off'),
): Computer {
  let now = state
  return {
    readAutostart: () => Promise.resolve(ok(now)),
    setAutostart(isOn) {
      const answer = change(isOn)
      if (answer.ok) now = answer.value
      return Promise.resolve(answer)
    },
    findHosts: () => Promise.resolve(ok([])),
    identifyHost: () => Promise.resolve(fail('unreachable')),
    joinHost: () => Promise.resolve(ok(null)),
  }
}

/**
 * A host for component tests: answers from given data, records requests, and sends events on
 * demand.
 */
export class FakeBridge implements Bridge {
  calls: [OperationName, unknown][] = []
  tickets: Ticket[]
  revision = 1
  status = quietStatus()
  readonly answers: { [Name in OperationName]?: Output<Name> } = {}
  refusals: { [Name in OperationName]?: AppError } = {}
  /** False: accept requests and never answer. */
  answering = true
  /** The result of choosing a file, and the requested names. */
  chosenFile: Awaited<ReturnType<Bridge['chooseFile']>> = 'browser'
  readonly askedForFile: string[] = []
  /** The saved exports, and whether saving works. */
  readonly savedExports: string[] = []
  hasExport = true
  /** The result of saving a PDF, and the requested names. */
  savedPdf: Awaited<ReturnType<Bridge['savePdf']>> = ok('browser')
  readonly askedForPdf: string[] = []
  /** Null by default, because most tests check requests. */
  firstView: FirstView | null = null
  /** Null as in a browser; a test of the desktop's window sets `fakeComputer()`. */
  computer: Computer | null = null
  /** What refuses to store preferences. */
  preferencesRefusal: AppError | null = null
  preferences: Preferences = { ...defaultPreferences, language: 'en' }
  /** Drafts by subject. Each page with this bridge gets them back. */
  drafts = new Map<string, ScreenDraft>()
  readonly #holds = new Map<OperationName, Hold<unknown, unknown>>()
  readonly #events = new Set<(event: HostEvent) => void>()
  readonly #links = new Set<(link: Link) => void>()

  constructor(tickets: Ticket[] = []) {
    this.tickets = tickets
  }

  first(): Promise<FirstView | null> {
    return Promise.resolve(this.firstView)
  }

  /** Holds the answers to an operation until the test gives them. */
  hold<Name extends OperationName>(name: Name): Hold<Input<Name>, Output<Name>> {
    const hold = createHold<Input<Name>, Output<Name>>()
    this.#holds.set(name, hold)
    return hold
  }

  call<Name extends OperationName>(name: Name, input: Input<Name>) {
    this.calls.push([name, input])
    const hold = this.#holds.get(name)
    if (hold !== undefined) return hold.arrive(input).then((output) => ok(output as Output<Name>))
    const answers: Partial<Record<OperationName, unknown>> = {
      'tickets.list': {
        revision: this.revision,
        now: new Date().toISOString(),
        tickets: this.tickets,
      },
      'tickets.recent': [],
      'tickets.allDay': [],
      'tickets.search': [],
      'tickets.pace': { ready: 0, late: 0, medianSeconds: null, early: 0 },
      'deliveries.pending': pendingOf(this.tickets),
      'status.get': this.status,
      'inbox.unread': [],
      'instructions.list': [],
      'screens.get': sampleScreens(),
      'stations.get': noStations,
      'drafts.list': [...this.drafts.values()],
      'drafts.save': { draft: (input as Partial<ScreenDraft>).draft, conflicts: [] },
      'drafts.discard': null,
      ...this.answers,
    }
    const prepared = answers[name]
    const isAction = name.startsWith('tickets.') && name !== 'tickets.get'
    const done = isAction && prepared === undefined ? null : prepared
    const refusal = this.refusals[name]
    const answer: Result<unknown> = done === undefined ? fail('not-found') : ok(done)
    const result = refusal === undefined ? answer : { ok: false as const, error: refusal }
    if (result.ok && this.answering) this.#keep(name, input)
    // The caller's type parameter types it, as in the real bridges.
    return this.answering
      ? Promise.resolve(result as Result<Output<Name>>)
      : new Promise<Result<Output<Name>>>(() => undefined)
  }

  #keep(name: OperationName, input: object): void {
    const { base: _, ...draft } = input as ScreenDraft & { base?: unknown }
    const key = `${draft.kind} ${draft.subject}`
    if (name === 'drafts.save') this.drafts.set(key, draft)
    if (name === 'drafts.discard') this.drafts.delete(key)
  }

  onEvent(listen: (event: HostEvent) => void): () => void {
    this.#events.add(listen)
    return () => void this.#events.delete(listen)
  }

  onLink(listen: (link: Link) => void): () => void {
    this.#links.add(listen)
    listen('up')
    return () => void this.#links.delete(listen)
  }

  /** How many listen to events and to the link. */
  get listeners(): number {
    return this.#events.size + this.#links.size
  }

  chooseFile(name: string): ReturnType<Bridge['chooseFile']> {
    this.askedForFile.push(name)
    return Promise.resolve(this.chosenFile)
  }

  savePdf(name: string): ReturnType<Bridge['savePdf']> {
    this.askedForPdf.push(name)
    return Promise.resolve(this.savedPdf)
  }

  saveExport(name: string): Promise<boolean> {
    this.savedExports.push(name)
    return Promise.resolve(this.hasExport)
  }

  readPreferences(): Promise<Preferences> {
    return Promise.resolve(this.preferences)
  }

  writePreferences(preferences: Preferences): Promise<Result<null>> {
    const error = this.preferencesRefusal
    if (error !== null) return Promise.resolve({ ok: false, error })
    this.preferences = preferences
    return Promise.resolve(ok(null))
  }

  /** Notifies the screen of changed tickets, as the host does after a commit. */
  change(tickets: Ticket[], gone: string[] = [], revision = this.revision + 1): void {
    this.revision = revision
    const others = this.tickets.filter(
      ({ id }) => !gone.includes(id) && !tickets.some((ticket) => ticket.id === id),
    )
    this.tickets = [...others, ...tickets]
    const now = new Date().toISOString()
    this.notify({ type: 'tickets.changed', revision, now, tickets, gone })
    this.notify({ type: 'deliveries.changed' })
  }

  notify(event: HostEvent): void {
    for (const listen of this.#events) listen(event)
  }

  /** A link that reconnects has missed events, and the host says so. */
  setLink(link: Link): void {
    for (const listen of this.#links) listen(link)
    if (link === 'up') this.notify({ type: 'events.missed' })
  }

  asked(name: OperationName): unknown[] {
    return this.calls.filter(([called]) => called === name).map(([, input]) => input)
  }
}
