import type { HostCertificate, NetworkProblem } from '#contract/network.ts'
import { ok, type Result } from '#contract/result.ts'
import type { Device, NetworkScreen } from '#contract/screens.ts'
import { GuardedClock, systemClock, type Clock } from '#host/clock.ts'
import type { Kitchen } from '#host/kitchen.ts'
import type { Log } from '#host/log.ts'
import type { NetworkScreens } from '#host/network-screens.ts'
import { isPrivate, machineAddresses, machineNames } from './addresses.ts'
import { announceHost, type Announce, type Announcement } from './announce.ts'
import { openCertificates, type Certificates, type CertificateTime } from './certificates.ts'
import type { ServerNames } from './certificates/server-certificate.ts'
import { AuthorityLost, putAuthorityAside, readIdentity, writeIdentity } from './identity.ts'
import { Paired } from './paired.ts'
import { Pairing } from '#host/network/pairing.ts'
import { serveNetwork, type NetworkServer } from './server.ts'
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

export interface NetworkHost extends NetworkScreens {
  /** Serves the screens of this kitchen from now on, if they are allowed. */
  serve(kitchen: Kitchen, pageDir: string): Promise<void>
  close(): Promise<void>
}

function problemOf(cause: unknown): NetworkProblem {
  if (cause instanceof AuthorityLost) return 'authority-damaged'
  const isTaken = cause instanceof Error && 'syscall' in cause && cause.syscall === 'listen'
  return isTaken ? 'port-taken' : 'no-certificate'
}

/**
 * The screens of the local network: who has access, who waits for it, and the server while it is
 * allowed. `serve` comes after the kitchen has opened, which gets this as a service.
 */
export function createNetwork(deps: NetworkDeps): NetworkHost {
  const { dataDir, log } = deps
  const clock = new GuardedClock(deps.clock ?? systemClock, log)
  const listeners = new Set<() => void>()
  const onChange = (): void => {
    for (const listen of listeners) listen()
  }
  const paired = new Paired(dataDir)
  const pairing = new Pairing(clock, { paired, onChange })
  const allowed = new NetworkSwitch(dataDir, log)
  const { others, addresses = machineAddresses } = deps
  const namesNow = (): ServerNames => ({
    names: [...machineNames(), ...others.names],
    addresses: [...addresses(), ...others.addresses],
  })
  /** Since the start, by the id of a screen. */
  const devices = new Map<string, Device>()
  let served: { kitchen: Kitchen; pageDir: string } | null = null
  let open: { server: NetworkServer; certificates: Certificates } | null = null
  let announcement: Announcement | null = null
  let problem: NetworkProblem | null = null
  let port = deps.port
  let confirmed: (() => number) | null = () => 0
  let stopLooking = (): void => undefined
  /** One change of the server after the other. */
  let working: Promise<unknown> = Promise.resolve()

  /** The time by which certificates age. */
  function time(): CertificateTime {
    const now = confirmed === null ? clock.now() : confirmed()
    return { now: now === 0 ? clock.now() : now, isConfirmed: now !== 0 }
  }

  async function start(): Promise<void> {
    if (served === null || open !== null || !allowed.isAllowed) return
    problem = null
    try {
      const certificates = await openCertificates({ ...deps, time, namesNow })
      open = { certificates, server: await startServer(served, certificates) }
      port = open.server.port
      await announce(open.certificates)
      look()
    } catch (cause) {
      setProblem(cause)
    }
    onChange()
  }

  function setProblem(cause: unknown): void {
    problem = problemOf(cause)
    log.error('screens on the network', { problem, cause: String(cause) })
  }

  /** The addresses are in it, so it is repeated when they change. */
  async function announce(certificates: Certificates): Promise<void> {
    await announcement?.stop()
    // Two kitchens on one network differ by their certificates.
    const [first = ''] = certificates.describe().words.split(' ')
    const announced = { name: `Kitchen Pass ${first}`, port }
    const watching = { log, onOthers: onChange }
    announcement = await (deps.announce ?? announceHost)(announced, watching)
  }

  const startServer = (
    { kitchen, pageDir }: NonNullable<typeof served>,
    certificates: Certificates,
  ): Promise<NetworkServer> =>
    serveNetwork({
      ...{ kitchen, pageDir, paired, pairing, port },
      certificate: certificates.shown(),
      mayConnect: deps.mayConnect ?? ((address) => deps.fromAnywhere || isPrivate(address)),
      now: () => clock.monotonic(),
      isName: certificates.isName,
      answerPlain: certificates.answerPlain,
      onScreens: onChange,
    })

  async function stop(): Promise<void> {
    stopLooking()
    const { server } = open ?? {}
    open = null
    problem = null
    await Promise.all([server?.close(), announcement?.stop()])
    announcement = null
    onChange()
  }

  /** Follows this computer to another address, and renews its certificate in time. */
  function look(): void {
    stopLooking = clock.after(lookEveryMs, async () => {
      const before = open
      if (before === null) return
      const renewed = await before.certificates.renewIfNeeded().catch((cause: unknown) => {
        log.warn('certificate not renewed', { cause: String(cause) })
        return false
      })
      if (renewed && open === before) {
        before.server.show(before.certificates.shown())
        await announce(before.certificates)
        onChange()
      }
      if (open === before) look()
    })
  }

  function inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = working.then(work)
    working = done.catch(() => undefined)
    return done
  }

  function screens(): ReadonlyMap<string, NetworkScreen> {
    const seenAt = open?.server.addresses()
    return new Map(
      paired.all().map(({ id, system }) => [
        id,
        {
          system,
          address: seenAt?.get(id) ?? null,
          device: devices.get(id) ?? null,
        },
      ]),
    )
  }

  /** A manager removes a screen: its connections are closed before this returns. */
  function revoke(screenId: string): Result<null> {
    if (paired.find(screenId) === null) return ok(null)
    const removed = paired.remove(screenId)
    open?.server.drop(screenId)
    devices.delete(screenId)
    onChange()
    return removed
  }

  const certificate = (): HostCertificate | null => open?.certificates.describe() ?? null

  return {
    read: () => ({
      isAllowed: allowed.isAllowed,
      problem,
      port,
      addresses: (open?.certificates.people() ?? []).map((name) => `${name}:${String(port)}`),
      otherHosts: announcement?.others() ?? [],
      certificate: certificate(),
      ...pairing.list(),
    }),
    async allow(isAllowed) {
      const done = allowed.set(isAllowed)
      if (done.ok) await inOrder(isAllowed ? start : stop)
      return done
    },
    followTime: (given) => void (confirmed = given),
    replaceAuthority: () =>
      inOrder(async () => {
        await stop()
        const written = putAuthorityAside(dataDir)
        await start()
        return written
      }),
    approve: (asked, welcome) => pairing.approve(asked, welcome),
    refuse: (waitingId) => pairing.refuse(waitingId),
    screens,
    describe(screenId, device) {
      if (paired.placeOf(screenId) === null) return
      devices.set(screenId, device)
      onChange()
    },
    readIdentity: () => readIdentity(dataDir),
    takeIdentity: (files) =>
      inOrder(async () => {
        await stop()
        const written = writeIdentity(dataDir, files)
        paired.reload(log)
        allowed.reload()
        await start()
        return written
      }),
    placeOf: (screenId) => paired.placeOf(screenId),
    keepPlace: (screenId, place) => {
      paired.keepPlace(screenId, place)
    },
    onChange(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    serve(kitchen, pageDir) {
      served = { kitchen, pageDir }
      kitchen.onRemoved(revoke)
      paired.reload(log)
      allowed.reload()
      return inOrder(start)
    },
    close: () => inOrder(stop),
  }
}
