import {
  isTechnical,
  textsIn,
  termsOfName,
  withoutContacts,
  isSecret,
} from '#contract/shared/human-text.ts'
import type { Fact } from '#contract/tickets/ticket-detail.ts'
import type { TicketNote } from '#contract/tickets/ticket.ts'
import type { Delivery, Order } from '#platform/order.ts'
import { standardAllergies, type AllergyReader } from './allergy.ts'
import { answerText, isMachineValue, isWhole } from './checkout-answers.ts'
import { allergyIn, unshownSentences, isNoteField, isNothing, isSentence } from './item-notes.ts'

const max = 20
const deepest = 5

function* walk(name: string, value: unknown, depth: number): Generator<Fact> {
  if (typeof value === 'object' && value !== null) {
    if (depth === deepest) return
    for (const [inner, each] of Object.entries(value))
      yield* walk(name === '' ? inner : `${name}.${inner}`, each, depth + 1)
    return
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return
  const text = String(value).trim()
  // Older payloads write null as text.
  if (text === '' || text === 'null' || isSecret(name, text)) return
  yield { name, value: text }
}

/**
 * The values of an object whose fields are not specified: scalars by name, nested ones with a dot
 * between the names. Skips empty values and likely secrets, and stops at a readable number of
 * facts.
 */
export const readFacts = (value: unknown): Fact[] =>
  typeof value === 'object' && value !== null ? walk('', value, 0).take(max).toArray() : []

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
/** Text for drivers and for billing: shown in the details, not to a cook. */
const otherPeoples =
  /^(address|deliver\w*|driver|courier|billing|bill|invoice|gift|coupon|payment|cancellation|entrega|reparto|repartidor|direccion|endereco|factura|regalo|pago|presente)$/

/** A longer list would not be read. */
const maxOthers = 60

const items = new Set(['items'])

/** The order's texts outside of its dishes. */
function* textsOf(order: Partial<Order>, deliveries: readonly Partial<Delivery>[]) {
  yield* textsIn(order, items)
  yield* textsIn({ deliveries })
}

const isShown = (name: string): boolean => {
  const [first = '', second = ''] = name.split('.', 2)
  return shownFields.has(first) || shownFields.has(`${first}.${second}`)
}
const isKitchenField = (name: string): boolean =>
  !termsOfName(name).some((word) => otherPeoples.test(word))

/** The most answers of the checkout on a card. The details have the rest. */
const maxAnswers = 6

/**
 * What the guest chose at the checkout (`orderParams`) and the card does not say yet, for a cook.
 * `shownElsewhere` has the texts that the card shows elsewhere.
 */
function checkoutAnswers(
  order: Partial<Order>,
  shownElsewhere: ReadonlySet<string>,
  allergies: AllergyReader,
): string[] {
  const texts = Object.values(order).filter((value) => typeof value === 'string')
  const shown = new Set([...shownElsewhere, ...texts.map((text) => text.trim())])
  const answers = new Set<string>()
  for (const fact of readFacts(order.orderParams)) {
    const { name, value } = fact
    if (shown.has(value) || shown.has(withoutContacts(value)) || !isKitchenField(name)) continue
    const leaf = { key: name.split('.').at(-1) ?? '', name, text: value }
    // These are notes already, or a "no" in a field for allergies.
    if (isNoteField(leaf) || allergyIn(leaf, allergies) !== null) continue
    if (allergies.partOfName(name) !== '' && isNothing(value)) continue
    const text = answerText(fact)
    if (text !== null) answers.add(text)
  }
  const all = [...answers]
  const rest = all.length - maxAnswers
  return rest > 0 ? [...all.slice(0, maxAnswers), `… +${String(rest)}`] : all
}

/**
 * Notes for the whole order: fields in which people write to a kitchen, and any text that suggests
 * an allergy, wherever it is; then the answers of the checkout. Each once, without phone numbers
 * and e-mail addresses.
 */
export function orderNotes(
  order: Partial<Order>,
  deliveries: readonly Partial<Delivery>[],
  allergies: AllergyReader = standardAllergies,
): TicketNote[] {
  const notes = new Set<string>()
  for (const leaf of textsOf(order, deliveries)) {
    const alarming = allergyIn(leaf, allergies)
    if (alarming !== null) notes.add(withoutContacts(alarming))
    // Without dishes it is the order.
    else if (leaf.name === 'description' && (order.items ?? []).length === 0)
      notes.add(withoutContacts(leaf.text))
    else if (isNoteField(leaf) && isKitchenField(leaf.name) && !isTechnical(leaf.text))
      notes.add(withoutContacts(leaf.text))
  }
  for (const text of checkoutAnswers(order, notes, allergies)) notes.add(text)
  return [...notes].map((text) => ({ text, allergyWords: allergies.wordsIn(text) }))
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
