import type { BumpState } from '#contract/ticket.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Debt, DebtState } from './policy.ts'
import type { OutboxStore } from './store.ts'

/** A debt's state as the card shows its bump; null where the bump is taken back. */
export function bumpStateOf(state: DebtState): BumpState | null {
  switch (state) {
    case 'done':
      return 'confirmed'
    case 'rejected':
      return 'refused'
    case 'withdrawn':
    case 'dropped':
      return null
    default:
      return state
  }
}

/**
 * What a kitchen may do with the preparation-ready of an order: owe it once, take it back while nothing was
 * sent, and decide where the platform did not confirm. All within the caller's transaction.
 */
export interface ReadyDebts {
  /**
   * Owes a preparation-ready for the order, to be sent after `waitMs`; answers where it stands: `undoable`,
   * or what an earlier one that may have been sent is still at.
   */
  owe(tapId: string, orderId: string, waitMs: number): BumpState
  seen(tapId: string): boolean
  /** Takes back what was certainly not sent; false where that cannot be known any more. */
  withdraw(orderId: string): boolean
  /** The order is gone: nothing of it needs sending. */
  drop(orderId: string): void
  sendAgain(orderId: string): boolean
  settle(orderId: string): boolean
}

export function createReadyDebts(
  store: OutboxStore,
  clock: Clock,
  onChange: (debt: Debt) => void,
): ReadyDebts {
  const dueIn = (waitMs: number): Pick<Debt, 'dueAt' | 'waitMs'> => ({
    dueAt: new Date(clock.now() + waitMs).toISOString(),
    waitMs,
  })

  /** Moves the live debt of an order where it is in one of `from`; false where it is not. */
  function move(orderId: string, from: readonly DebtState[], to: Partial<Debt>): boolean {
    const debt = store.live(orderId)
    if (debt === null || !from.includes(debt.state)) return false
    const moved = { ...debt, ...to }
    store.keep(moved)
    onChange(moved)
    return true
  }

  return {
    owe(tapId, orderId, waitMs) {
      move(orderId, ['unconfirmed', 'rejected'], { state: 'settled' })
      const earlier = store.live(orderId)
      if (earlier !== null) return bumpStateOf(earlier.state) ?? 'queued'
      store.keep({
        id: tapId,
        operation: 'preparation-ready',
        subject: orderId,
        state: 'queued',
        createdAt: isoNow(clock),
        ...dueIn(waitMs),
        attempts: 0,
        repeats: 0,
        firstSentAt: null,
        words: null,
      })
      return 'undoable'
    },
    seen: (tapId) => store.has(tapId),
    withdraw: (orderId) => move(orderId, ['queued'], { state: 'withdrawn' }),
    drop: (orderId) =>
      void move(orderId, ['queued', 'unknown', 'unconfirmed', 'rejected'], { state: 'dropped' }),
    sendAgain: (orderId) =>
      move(orderId, ['unconfirmed', 'rejected'], {
        state: 'queued',
        ...dueIn(0),
        repeats: 0,
        firstSentAt: null,
        words: null,
      }),
    settle: (orderId) => move(orderId, ['unconfirmed', 'rejected'], { state: 'settled' }),
  }
}
