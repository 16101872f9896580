import {
  CircleCheck,
  CircleHelp,
  CircleOff,
  Hourglass,
  OctagonAlert,
  Send,
  type LucideIcon,
} from '@lucide/vue'
import {
  needsDecision,
  type AboutEntry,
  type Delivery,
  type DeliveryChoice,
  type DeliveryKind,
  type DeliveryState,
  type PendingDecision,
} from '#contract/deliveries/delivery.ts'
import { hasMessage } from '../../locales/i18n.ts'
import { sayOfKind as say } from './messages.ts'

type Tone = 'quiet' | 'good' | 'warn' | 'bad' | 'news'

const looks: Record<DeliveryState, readonly [LucideIcon, Tone]> = {
  queued: [Hourglass, 'quiet'],
  sending: [Send, 'news'],
  accepted: [Hourglass, 'news'],
  confirmed: [CircleCheck, 'good'],
  refused: [OctagonAlert, 'bad'],
  unknown: [CircleHelp, 'quiet'],
  withdrawn: [CircleOff, 'quiet'],
  expired: [CircleHelp, 'bad'],
}

type Section = `delivery${'State' | 'Reason' | 'Trouble' | 'Choice' | 'Name'}`

/** The first of the keys that the section has. A key that starts with a kind is before the common one. */
const keyIn = (section: Section, ...keys: readonly string[]): string | undefined =>
  keys.find((key) => hasMessage(`${section}.${key}`))

function stateKey(delivery: Delivery): string {
  const { state, reason, undoUntil } = delivery
  if (state === 'queued' && undoUntil !== undefined) return 'undoable'
  if (state === 'unknown') return needsDecision(delivery) ? 'unconfirmed' : 'unanswered'
  if (reason === 'by-person') return state === 'withdrawn' ? 'dismissed' : reason
  return reason === 'not-needed' ? reason : state
}

export function deliveryStyle(
  kind: DeliveryKind,
  delivery: Delivery,
): { icon: LucideIcon; label: string; tone: Tone } {
  const key = stateKey(delivery)
  const word = keyIn('deliveryState', `${kind}-${key}`, key) ?? 'queued'
  const [icon, tone] = looks[delivery.state]
  const isSettled = delivery.reason === 'by-person'
  return {
    icon,
    label: say(`deliveryState.${word}`),
    tone: needsDecision(delivery) ? 'bad' : isSettled ? 'quiet' : tone,
  }
}

/** The problem of `n` entries of a kind and what to check before a decision; null if there is none. */
export function failureText(
  kind: DeliveryKind,
  delivery: Delivery,
  { n = 1, change }: { n?: number; change?: AboutEntry['change'] | undefined } = {},
): string | null {
  const reason = keyIn('deliveryReason', delivery.reason ?? '')
  if (reason !== undefined && n === 1) return say(`deliveryReason.${reason}`)
  if (!needsDecision(delivery)) return null
  const changing = {
    'cancel-by-hand': 'reservation-cancel-by-hand',
    lost: 'reservation-lost',
    opening: 'pause-opening',
  }
  const key = keyIn(
    'deliveryTrouble',
    ...(change === undefined ? [] : [changing[change]]),
    `${kind}-${delivery.state}`,
    delivery.state,
  )
  return key === undefined ? null : say(`deliveryTrouble.${key}`, { n })
}

export function choiceText(
  kind: DeliveryKind,
  { state, reason }: Delivery,
  choice: DeliveryChoice,
  n = 1,
): string {
  // An entry that was never sent is withdrawn; nobody has to check the platform.
  const meant = choice === 'dismiss' && state === 'queued' ? 'withdraw' : choice
  const isOver = reason === 'conflict' && choice === 'retry'
  const key = isOver ? reason : keyIn('deliveryChoice', `${kind}-${meant}`, meant)
  return say(`deliveryChoice.${key ?? choice}`, { n })
}

export function nameOf({
  kind,
  title,
  about,
}: Pick<PendingDecision, 'kind' | 'title' | 'about'>): string {
  if (about.printed !== undefined) return say(`deliveryName.${about.printed}`, { title })
  return title === '' ? say(`deliveryName.${kind}`) : title
}
