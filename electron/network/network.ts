import type { NetworkProblem } from '#contract/network/network.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import type { Device, NetworkScreen } from '#contract/screens/screens.ts'
import { GuardedClock, systemClock, type Clock } from '#host/clock/clock.ts'
import type { Kitchen } from '#host/kitchen.ts'
import type { Log } from '#host/core/log.ts'
import type { NetworkScreens, Place } from '#host/core/network-screens.ts'
import { isPrivate, machineAddresses, machineNames } from '#receiver/addresses.ts'
import { announceHost, type Announce, type Announcement } from './announce.ts'
import { openCertificates, type Certificates, type CertificateTime } from './certificates.ts'
import type { ServerNames } from '#receiver/server-certificate.ts'
import { AuthorityLost, putAuthorityAside, readIdentity, writeIdentity } from './identity.ts'
import { Paired } from './paired.ts'
import { Pairing } from '#host/network/pairing.ts'
import { NetworkServer } from './server.ts'
import { NetworkSwitch } from './switch.ts'

/** How often the addresses of this computer and the age of its certificate are looked at. */
const lookEveryMs = 10_000

export interface NetworkDeps {
  dataDir: string
  log: Log
  clock?: Clock
  /** 0 for any free port. */
  port: number
  /** The files of a certificate that the screens trust already (PEM); null for an own one. */
  given: { certFile: string; keyFile: string } | null
  /** Serve addresses outside local networks too. */
  fromAnywhere: boolean
  /** Names and addresses that this computer has besides its own. */
  others: ServerNames
  /** Whether connections from an address are served; by default by `fromAnywhere`. */
  mayConnect?: (address: string) => boolean
  /** The addresses of this computer now. */
  addresses?: () => string[]
  /** `announceHost` by default. */
  announce?: Announce
}

function problemOf(cause: unknown): NetworkProblem {
  if (cause instanceof AuthorityLost) return 'authority-damaged'
  const isTaken = cause instanceof Error && 'syscall' in cause && cause.syscall === 'listen'
  return isTaken ? 'port-taken' : 'no-certificate'
}

/** What is served: the kitchen, and the folder of the built page. */
interface Served {
  kitchen: Kitchen
  pageDir: string
}

/**
 * The screens of the local network: who has access, who waits for it, and the server while it is
 * allowed. `serve` comes after the kitchen has opened, which gets this as a service.
 */
export class NetworkHost implements NetworkScreens {
  readonly #deps: NetworkDeps
  readonly #clock: Clock
  readonly #listeners = new Set<() => void>()
  readonly #paired: Paired
  readonly #pairing: Pairing
  readonly #allowed: NetworkSwitch
  /** Since the start, by the id of a screen. */
  readonly #devices = new Map<string, Device>()
  #served: Served | null = null
  #open: { server: NetworkServer; certificates: Certificates } | null = null
  #announcement: Announcement | null = null
  #problem: NetworkProblem | null = null
  #port: number
  #confirmedTime: (() => number) | null = () => 0
  #stopLooking = (): void => undefined
  /** One change of the server after the other. */
  #working: Promise<unknown> = Promise.resolve()

  constructor(deps: NetworkDeps) {
    const { dataDir, log } = deps
    this.#deps = deps
    this.#clock = new GuardedClock(deps.clock ?? systemClock, log)
    this.#paired = new Paired(dataDir)
    this.#pairing = new Pairing(this.#clock, {
      paired: this.#paired,
      onChange: () => this.#changed(),
    })
    this.#allowed = new NetworkSwitch(dataDir, log)
    this.#port = deps.port
  }

  /** Serves the screens of this kitchen from now on, if they are allowed. */
  serve(kitchen: Kitchen, pageDir: string): Promise<void> {
    this.#served = { kitchen, pageDir }
    kitchen.onRemoved((screenId) => this.#revoke(screenId))
    this.#paired.reload(this.#deps.log)
    this.#allowed.reload()
    return this.#inOrder(() => this.#start())
  }

  close(): Promise<void> {
    return this.#inOrder(() => this.#stop())
  }

  read(): ReturnType<NetworkScreens['read']> {
    const people = this.#open?.certificates.people() ?? []
    return {
      isAllowed: this.#allowed.isAllowed,
      problem: this.#problem,
      port: this.#port,
      addresses: people.map((name) => `${name}:${String(this.#port)}`),
      otherHosts: this.#announcement?.others() ?? [],
      certificate: this.#open?.certificates.describe() ?? null,
      ...this.#pairing.list(),
    }
  }

  async allow(isAllowed: boolean): Promise<Result<null>> {
    const done = this.#allowed.set(isAllowed)
    if (done.ok) await this.#inOrder(() => (isAllowed ? this.#start() : this.#stop()))
    return done
  }

  followTime(confirmed: (() => number) | null): void {
    this.#confirmedTime = confirmed
  }

  replaceAuthority(): Promise<Result<null>> {
    return this.#restartAfter(() => putAuthorityAside(this.#deps.dataDir))
  }

  approve(...asked: Parameters<NetworkScreens['approve']>): Result<null> {
    return this.#pairing.approve(...asked)
  }

  refuse(waitingId: string): boolean {
    return this.#pairing.refuse(waitingId)
  }

  screens(): ReadonlyMap<string, NetworkScreen> {
    const addresses = this.#open?.server.addresses
    return new Map(
      this.#paired.all().map(({ id, system }) => {
        const [address, device] = [addresses?.get(id) ?? null, this.#devices.get(id) ?? null]
        return [id, { system, address, device }]
      }),
    )
  }

  placeOf(screenId: string): Place | null {
    return this.#paired.placeOf(screenId)
  }

  savePlace(screenId: string, place: Place): void {
    this.#paired.keepPlace(screenId, place)
  }

  describe(screenId: string, device: Device): void {
    if (this.#paired.placeOf(screenId) === null) return
    this.#devices.set(screenId, device)
    this.#changed()
  }

  readIdentity(): Record<string, string> {
    return readIdentity(this.#deps.dataDir)
  }

  replaceIdentity(files: Readonly<Record<string, string>>): Promise<Result<null>> {
    return this.#restartAfter(() => {
      const written = writeIdentity(this.#deps.dataDir, files)
      this.#paired.reload(this.#deps.log)
      this.#allowed.reload()
      return written
    })
  }

  onChange(listen: () => void): () => void {
    this.#listeners.add(listen)
    return () => this.#listeners.delete(listen)
  }

  #changed(): void {
    for (const listen of this.#listeners) listen()
  }

  #inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#working.then(work)
    this.#working = done.catch(() => undefined)
    return done
  }

  #restartAfter(change: () => Result<null>): Promise<Result<null>> {
    return this.#inOrder(async () => {
      await this.#stop()
      const changed = change()
      await this.#start()
      return changed
    })
  }

  async #start(): Promise<void> {
    if (this.#served === null || this.#open !== null || !this.#allowed.isAllowed) return
    this.#problem = null
    try {
      const certificates = await openCertificates({
        ...this.#deps,
        time: () => this.#time(),
        namesNow: () => this.#names(),
      })
      const server = await this.#startServer(this.#served, certificates)
      this.#open = { certificates, server }
      this.#port = server.port
      await this.#announce(certificates)
      this.#look()
    } catch (cause) {
      this.#problem = problemOf(cause)
      const { log } = this.#deps
      log.error('screens on the network', { problem: this.#problem, cause: String(cause) })
    }
    this.#changed()
  }

  #startServer({ kitchen, pageDir }: Served, certificates: Certificates): Promise<NetworkServer> {
    const { mayConnect, fromAnywhere } = this.#deps
    return NetworkServer.start({
      ...{ kitchen, pageDir, paired: this.#paired, pairing: this.#pairing, port: this.#port },
      certificate: certificates.shown(),
      mayConnect: mayConnect ?? ((address) => fromAnywhere || isPrivate(address)),
      now: () => this.#clock.monotonic(),
      isName: (name) => certificates.isName(name),
      answerPlain: (request, response, origin) =>
        certificates.answerPlain(request, response, origin),
      onScreens: () => this.#changed(),
    })
  }

  async #stop(): Promise<void> {
    this.#stopLooking()
    const server = this.#open?.server
    this.#open = null
    this.#problem = null
    await Promise.all([server?.close(), this.#announcement?.stop()])
    this.#announcement = null
    this.#changed()
  }

  /** The time by which certificates age. */
  #time(): CertificateTime {
    const confirmed = this.#confirmedTime
    const now = confirmed === null ? this.#clock.now() : confirmed()
    return { now: now === 0 ? this.#clock.now() : now, isConfirmed: now !== 0 }
  }

  #names(): ServerNames {
    const { others, addresses = machineAddresses } = this.#deps
    return {
      names: [...machineNames(), ...others.names],
      addresses: [...addresses(), ...others.addresses],
    }
  }

  /** The addresses are in it, so it is repeated when they change. */
  async #announce(certificates: Certificates): Promise<void> {
    await this.#announcement?.stop()
    const { announce = announceHost, log } = this.#deps
    // Two kitchens on one network differ by their certificates.
    const [first = ''] = certificates.describe().words.split(' ')
    this.#announcement = await announce(
      { name: `Kitchen Pass ${first}`, port: this.#port },
      { log, onOthers: () => this.#changed() },
    )
  }

  /** Follows this computer to another address, and renews its certificate in time. */
  #look(): void {
    this.#stopLooking = this.#clock.after(lookEveryMs, async () => {
      const before = this.#open
      if (before === null) return
      const isRenewed = await before.certificates.renewIfNeeded().catch((cause: unknown) => {
        this.#deps.log.warn('certificate not renewed', { cause: String(cause) })
        return false
      })
      if (isRenewed && this.#open === before) {
        before.server.show(before.certificates.shown())
        await this.#announce(before.certificates)
        this.#changed()
      }
      if (this.#open === before) this.#look()
    })
  }

  /** A manager removes a screen: its connections are closed before this returns. */
  #revoke(screenId: string): Result<null> {
    if (this.#paired.find(screenId) === null) return ok(null)
    const removed = this.#paired.remove(screenId)
    this.#open?.server.drop(screenId)
    this.#devices.delete(screenId)
    this.#changed()
    return removed
  }
}
