import type { StoreStatus } from '#contract/relay/store-status.ts'
import type { AppError } from '#contract/shared/result.ts'
import type { Status } from '#contract/status/status.ts'

/** What the host knows of itself. */
export interface StatusFacts {
  app: string
  status: Pick<Status, 'now' | 'store' | 'webhook' | 'poller' | 'relay' | 'outbox' | 'backup'> & {
    inbox: Pick<Status['inbox'], 'refusing'>
  }
  /** `lastReceivedAt`: when the last order came in, ISO. */
  rail: { open: number; late: number; lastReceivedAt: string | null }
  /** In bytes; null if unknown. */
  diskFree: number | null
  acceptsInstructions: boolean
  hours: StoreStatus['hours']
  /** Null unless people in the store share them with the chain. */
  salesToday: StoreStatus['salesToday']
  coversToday: StoreStatus['coversToday']
  /** What became of the last instructions, the newest first. */
  instructions: StoreStatus['instructions']
}

/** The largest number in a status, and the longest name. */
const max = 1_000_000_000
const maxName = 200

const bounded = (count: number): number => Math.min(max, Math.max(0, Math.floor(count)))

/** In seconds. An instant of the future, after somebody set the clock back, counts as now. */
function ageOf(at: string | null, now: string): number | null {
  const age = at === null ? NaN : Date.parse(now) - Date.parse(at)
  return Number.isNaN(age) ? null : bounded(age / 1_000)
}

const isRefusal = ({ code, reason }: AppError): boolean =>
  code === 'unauthorised' && reason !== 'no-token'

function platformOf({
  outbox: { paused },
  poller: { state, error },
}: Pick<Status, 'outbox' | 'poller'>): StoreStatus['platform'] {
  // Without a key, or with an address that isn't encrypted, the platform is not asked at all.
  if (paused !== null) return isRefusal(paused) ? 'refused' : 'not-reached'
  if (state === 'fresh' || state === 'unsupported') return 'reached'
  if (state === 'failing') return error !== null && isRefusal(error) ? 'refused' : 'not-reached'
  return 'unknown'
}

/**
 * The status of a store for its chain's operations: numbers only, no guests, and no money that
 * people in the store don't share.
 */
export function storeStatus({ app, status, rail, diskFree, ...ofChain }: StatusFacts): StoreStatus {
  const { now, store, webhook, poller, relay, outbox, inbox, backup } = status
  const signs = [webhook.lastEventAt, poller.lastOkAt, relay.lastContactAt]
  const ages = signs.map((at) => ageOf(at, now)).filter((age) => age !== null)
  return {
    version: 1,
    app,
    name: (store?.name ?? '').slice(0, maxName),
    platform: platformOf(status),
    lastOrderAge: ageOf(rail.lastReceivedAt, now),
    openTickets: bounded(rail.open),
    lateTickets: bounded(rail.late),
    waiting: bounded(outbox.pending),
    // Changes with an unknown outcome that need a decision are among them; the others settle themselves.
    needsPerson: bounded(outbox.needsPerson),
    feedAge: ages.length === 0 ? null : Math.min(...ages),
    isSaving: !inbox.refusing,
    diskFreeMb: diskFree === null ? null : bounded(diskFree / 1_000_000),
    backupAge: ageOf(backup?.lastAt ?? null, now),
    isBackupFailing: backup !== null && (backup.failing || backup.testFailedAt !== undefined),
    ...ofChain,
  }
}
