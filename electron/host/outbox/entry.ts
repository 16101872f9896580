import type {
  Delivery,
  DeliveryChoice,
  DeliveryKind,
  DeliveryReason,
  DeliveryState,
} from '#contract/deliveries/delivery.ts'

/** Something that the restaurant wants the platform, or a printer, to receive. Instants are ISO. */
export interface OutboxEntry<Payload = unknown> {
  /** The tap that made it, or an id of its own. */
  id: string
  kind: DeliveryKind
  /** What it is about: at most one entry of a kind and a subject is open. */
  subject: string
  /** Entries of one lane go one after the other, and not to the platform (rules.ts); null for what goes to the platform. */
  lane: string | null
  /** What is to be sent (the kind's schema). */
  payload: Payload
  state: DeliveryState
  reason: DeliveryReason | null
  /** The receiver's or the system's own text. */
  message: string | null
  /** A person has to decide; nothing more happens by itself. */
  needsDecision: boolean
  /** When it came to its state. */
  since: string
  /** Until when it was to wait before the first attempt, so that a person can take it back; null where it was not. */
  undoUntil: string | null
  createdAt: string
  /** When the next attempt may begin, by the time of the outbox (time.ts), and how long that was to wait when it was written. */
  dueAt: string
  waitMs: number
  attempts: number
  /** Attempts made after an answer was lost. */
  repeats: number
  firstSentAt: string | null
}

const underWay: readonly DeliveryState[] = ['queued', 'sending', 'accepted', 'unknown']

/** Whether something may still become of it, by itself or by a person. */
export const isOpen = ({ state, needsDecision }: Pick<OutboxEntry, 'state' | 'needsDecision'>) =>
  needsDecision || underWay.includes(state)

/** An entry as screens see it. `isDue`: its wait before the first attempt is over. */
export const deliveryOf = (
  { state, since, attempts, undoUntil, reason, message }: OutboxEntry,
  isDue: boolean,
  choices: readonly DeliveryChoice[],
): Delivery => ({
  state,
  since,
  ...(state === 'queued' && attempts === 0 && undoUntil !== null && !isDue ? { undoUntil } : {}),
  ...(reason === null ? {} : { reason }),
  ...(message === null ? {} : { message }),
  ...(choices.length === 0 ? {} : { choices }),
})
