import { answersManager, defineContract, event, managers, none } from '../shared/operation.ts'

export type UpdateChannel = 'stable' | 'beta'

/**
 * Why there is no update although one was looked for. `not-signed`: the file isn't signed by the
 * maker of this app. `damaged`: it isn't what was published. `unreadable`: the answer of the update
 * server makes no sense. `not-started`: the installer couldn't start.
 */
export type UpdateFault =
  | 'unreachable'
  | 'unreadable'
  | 'damaged'
  | 'not-signed'
  | 'no-room'
  | 'not-started'
  | 'unknown'

/**
 * Why a downloaded update isn't installed yet. `next-start` and `set-time` are what the restaurant
 * has chosen. `orders-unknown`: nobody knows whether there are new orders.
 */
export type UpdateWait =
  | 'next-start'
  | 'set-time'
  | 'tickets-open'
  | 'changes-unsent'
  | 'orders-unknown'
  | 'busy'

/** `gave-up`: the version failed three times, so the next one is awaited. */
export type UpdateState =
  | { is: 'never' | 'searching' | 'newest' }
  | { is: 'found' | 'gave-up' | 'installing'; version: string }
  | { is: 'downloading'; version: string; percent: number }
  | { is: 'ready'; version: string; wait: UpdateWait | null; openTickets: number }
  | { is: 'failed'; version: string | null; fault: UpdateFault }

export interface Updates {
  /** The running version. */
  version: string
  /**
   * `installs`: this app updates itself. `tells`: it only knows of newer versions. `by-hand`: it
   * knows nothing of them.
   */
  way: 'installs' | 'tells' | 'by-hand'
  state: UpdateState
  /** When the update server was last asked successfully, ISO; null if not since the start. */
  checkedAt: string | null
  /** A version that should have been installed and wasn't, until somebody has read it. */
  notInstalled: string | null
  /** An update has been ready for days. */
  isOverdue: boolean
}

export const updatesContract = defineContract({
  name: 'updates',
  operations: {
    'updates.get': answersManager<Updates>()(none),
    /** Asks the update server now. The answer comes once it has answered. */
    'updates.check': answersManager<null>()(none),
    /** Starts the download of the version that was found. */
    'updates.download': answersManager<null>()(none),
    /** Restarts with the downloaded version, but never while tickets are open. */
    'updates.install': answersManager<'installing' | 'tickets-open' | 'not-ready'>()(none),
    /** Somebody has read that a version wasn't installed. */
    'updates.seen': answersManager<null>()(none),
  },
  events: {
    'updates.changed': event(managers),
  },
})
