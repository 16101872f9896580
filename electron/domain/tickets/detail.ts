import { isTechnical } from '#contract/shared/human-text.ts'
import type {
  Fact,
  TicketDetail,
  TicketMoment,
  TicketSent,
} from '#contract/tickets/ticket-detail.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import type { Delivery, Order } from '#platform/order.ts'
import { standardAllergies, type AllergyReader } from './allergy.ts'
import { countingDelivery, hasDriver } from './driver.ts'
import { isMachineValue, isWhole } from './checkout-answers.ts'
import { isNoteField, isSentence, readFacts, textsOf, unshownSentences } from './notes.ts'
import { type OrderFacts, currentDeliveries, currentOrder, fieldSentAt } from './order-facts.ts'
import { searchTerms } from '../text/search-terms.ts'
import type { Marks } from './marks.ts'
import { unreadNow } from './unread.ts'

type Moment = readonly [kind: TicketMoment['kind'], at: string | null | undefined]

/**
 * Everything that happened to an order and is planned for it, oldest first. The time on the wall is
 * left out when it equals the time of the order. The driver's expected time is that of the delivery
 * that counts.
 */
function readMoments(facts: OrderFacts, marks: Marks, ticket: Ticket): TicketMoment[] {
  const deliveries = currentDeliveries(facts)
  const moments: Moment[] = [
    ['ordered', ticket.createdAt],
    ['received', marks.receivedAt],
    ['queued', ticket.queueAt === ticket.createdAt ? null : ticket.queueAt],
    ['started', marks.startedAt],
    ['bumped', ticket.bump?.bumpedAt],
    ['recalled', marks.recalledAt],
    ['promised', ticket.promisedAt],
    ['driver-expected', countingDelivery(deliveries)?.estimatedArrivalAtStoreAt],
    ...deliveries.flatMap((each): Moment[] => [
      ['driver-at-store', each.nearStoreAt ?? each.driverReceivedAt],
      ['driver-left-store', each.pickupAt],
      ['driver-near-client', each.nearClientAt],
      ['delivered', each.completedAt],
      ['delivery-cancelled', each.canceledAt],
    ]),
    ['cancelled', ticket.stage === 'cancelled' ? fieldSentAt(facts, 'orderStatus') : null],
  ]
  return moments
    .flatMap(([kind, at]) => (at ? [{ kind, at }] : []))
    .toSorted((one, other) => (one.at === other.at ? 0 : one.at < other.at ? -1 : 1))
}

/**
 * Fields that the card or the details show elsewhere, or that are not written by people. Only
 * allergies are taken from them.
 */
const shownFields = new Set([
  'buyerName',
  'phone',
  'email',
  'paymentType',
  'paymentTypeLabel',
  'source',
  'deliveryZoneName',
  'couponType',
  'couponCode',
  'timeText',
  'transaction',
  'gift',
  'billing',
  'cancellationInfo',
  'address.address',
  'address.addressLine2',
  'address.addressSecondary',
  'deliveries.driverInformation',
])
/** A longer list would not be read. */
const maxOthers = 60

const isShown = (name: string): boolean => {
  const [first = '', second = ''] = name.split('.', 2)
  return shownFields.has(first) || shownFields.has(`${first}.${second}`)
}

/** Texts by their names, each text once. */
class JoinedFacts {
  /** Those that are shown, here or elsewhere. */
  readonly texts: Set<string>
  readonly #byName = new Map<string, string>()

  constructor(shown: readonly string[]) {
    this.texts = new Set(shown)
  }

  add(name: string, text: string): void {
    if (this.texts.has(text)) return
    this.texts.add(text)
    const before = this.#byName.get(name)
    if (before !== undefined) this.#byName.set(name, `${before} · ${text}`)
    else if (this.#byName.size < maxOthers) this.#byName.set(name, text)
  }

  list(): Fact[] {
    return [...this.#byName].map(([name, value]) => ({ name, value }))
  }
}

/**
 * Other texts and choices of people, for the details: all of `orderParams`, and the sentences in
 * unspecified fields. `shown` has the texts that the details show elsewhere; they are left out.
 * Values with the same name are joined.
 */
export function otherFacts(
  order: Partial<Order>,
  deliveries: readonly Partial<Delivery>[],
  shown: readonly string[],
  allergies: AllergyReader = standardAllergies,
): Fact[] {
  const facts = new JoinedFacts(shown)
  for (const fact of readFacts(order.orderParams)) {
    if (isWhole(fact, facts.texts)) facts.texts.add(fact.value)
    else if (!isMachineValue(fact)) facts.add(fact.name, fact.value)
  }
  for (const leaf of textsOf(order, deliveries))
    if (
      !isShown(leaf.name) &&
      (isSentence(leaf.text) || isNoteField(leaf)) &&
      !isTechnical(leaf.text)
    )
      facts.add(leaf.name, leaf.text)
  for (const item of order.items ?? [])
    for (const { name, text } of unshownSentences(item, allergies)) facts.add(name, text)
  return facts.list()
}

/** The details list no more field names than this. */
const maxUnread = 40

/** The ids of options that the order only counts, by the names of their dishes. */
const unknownChoices = ({ items }: Ticket): string[] =>
  items.flatMap(({ name, modifiers }) =>
    modifiers
      .flatMap(({ options }) => options)
      .filter(({ isUnknown }) => isUnknown === true)
      .map(({ id }) => `${name}: ${id}`),
  )

/** When the platform hides an address, it sends an unreadable text instead (platform/README.md, Orders). */
const unreadable = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w+/-]{24,}={0,2}$/

/** The address lines that contain words, each once. */
function addressLines(address: Order['address']): string[] {
  const lines = [address?.address, address?.addressLine2, address?.addressSecondary]
    .map((line) => line?.trim() ?? '')
    .filter((line) => searchTerms(line).length > 0 && !unreadable.test(line))
  const words = lines.map((line) => searchTerms(line).join(' '))
  return lines.filter((_line, nth) => words.indexOf(words[nth] ?? '') === nth)
}

/** The address to which the store itself delivers; null when it does not deliver, or knows no address. */
function readAddress(
  ticket: Ticket,
  order: Partial<Order>,
  delivery: Partial<Delivery> | undefined,
): TicketDetail['address'] {
  if (ticket.type !== 'delivery' || order.hasManagedDelivery === true) return null
  const lines = addressLines(order.address)
  const zone = order.deliveryZoneName ?? null
  const instructions = delivery?.instructions?.trim() || null
  return lines.length === 0 && zone === null && instructions === null
    ? null
    : { lines, zone, instructions }
}

/** Only web addresses may become links. */
function webAddress(text: string | null | undefined): string | null {
  const url = URL.parse(text ?? '')
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null
}

function readDriverContact(delivery: Partial<Delivery> | undefined): TicketDetail['driver'] {
  if (delivery === undefined) return null
  const phone = hasDriver(delivery) ? (delivery.driverInformation?.phone ?? null) : null
  const trackingUrl = webAddress(delivery.trackingURL)
  return phone === null && trackingUrl === null ? null : { phone, trackingUrl }
}

export function readDetail(
  facts: OrderFacts,
  marks: Marks,
  ticket: Ticket,
  sent: TicketSent[],
  allergies: AllergyReader = standardAllergies,
): TicketDetail {
  const order = currentOrder(facts)
  const deliveries = currentDeliveries(facts)
  const delivery = countingDelivery(deliveries)
  const address = readAddress(ticket, order, delivery)
  const gift = readFacts(order.gift)
  const billing = readFacts(order.billing)
  const shown = [
    ...ticket.notes.map(({ text }) => text),
    ...(address === null ? [] : [...address.lines, address.instructions ?? '']),
    ...[...gift, ...billing].map(({ value }) => value),
  ]
  return {
    ticket,
    fullCode: order.fullCode ?? null,
    phone: order.phone ?? null,
    address,
    driver: readDriverContact(delivery),
    payment: {
      status: order.paymentStatus ?? null,
      method: order.paymentTypeLabel ?? order.paymentType ?? null,
      total: order.totalPrice ?? null,
      toPay: order.amountToPay ?? null,
      cash: order.cashAmount ?? null,
      tip: order.tipAmount ?? null,
    },
    gift,
    billing,
    others: otherFacts(order, deliveries, shown, allergies),
    unread: [...unreadNow(facts.layers), ...unknownChoices(ticket)].slice(0, maxUnread),
    moments: readMoments(facts, marks, ticket),
    sent,
  }
}
