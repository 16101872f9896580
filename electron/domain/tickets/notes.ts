import {
  isAside,
  isSecret,
  isTechnical,
  rememberNames,
  termsOfName,
  textsIn,
  withoutContacts,
  type TextLeaf,
} from '#contract/shared/human-text.ts'
import type { Fact } from '#contract/tickets/ticket-detail.ts'
import type { TicketNote } from '#contract/tickets/ticket.ts'
import type { Delivery, Order, OrderItem } from '#platform/order.ts'
import { standardAllergies, type AllergyReader } from './allergy.ts'
import { answerText } from './checkout-answers.ts'

/** Names of fields in which people write to a kitchen. English, Spanish, Portuguese, without accents. */
const noteText = new Set(
  `comment comments note notes instruction instructions observation observations remark remarks requests wish
  wishes message comentario comentarios nota notas instruccion instrucciones indicacion indicaciones observacion
  observaciones aclaracion aclaraciones mensaje solicitud observacao observacoes instrucao instrucoes recado
  mensagem`.split(/\s+/),
)

const isNoteName = rememberNames((name) => {
  const words = termsOfName(name)
  const isSpecial = words.includes('special') && words.includes('request')
  return isSpecial || words.some((word) => noteText.has(word))
})

/** Whether people write to a kitchen in this field, or in one around it. */
export const isNoteField = ({ key, name }: TextLeaf): boolean => isNoteName(name) && !isAside(key)

/** Two words or more: a single word is usually a status or a kind. */
export const isSentence = (text: string): boolean => /\p{L}\S*\s+\S*[\p{L}\d]/u.test(text)

/** "No", written in a field for allergies. */
const nothing = /^(no|non|none|false|0|n\/?a|-+|ninguna?o?|nada|nao|nenhuma?|sin|sem)\.?$/i
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
/** Whether a text in a field for allergies says that there are none. */
const isNothing = (text: string): boolean => nothing.test(plain(text))

/**
 * A text that suggests an allergy on its own, or by the name of its field: `{"allergies": "milk"}`.
 * In the second case the result includes the name. Null for any other text.
 */
function allergyIn({ name, text }: TextLeaf, allergies: AllergyReader): string | null {
  if (isTechnical(text) && !/^true$/i.test(text)) return null
  if (allergies.wordsIn(text).length > 0) return text
  const named = allergies.partOfName(name)
  return named !== '' && !isNothing(text) ? `${named}: ${text}` : null
}

const namesOfItem = ['comment', 'product', 'modifiers', 'depth', 'promotionLabel', 'promotionType']
const ids = ['_id', 'id', 'productId', 'externalId', 'importId', 'optionId', 'modifierId']
const shownOfItem = new Set([...namesOfItem, ...ids])
const shownOfModifier = new Set([...ids, 'name', 'shortName', 'options', 'countById', 'count'])
const shownOfOption = new Set([...ids, 'name', 'count'])

/** Every text within an item except its comment and names. */
function* unshownTexts({ product, modifiers, ...item }: OrderItem): Generator<TextLeaf> {
  yield* textsIn(item, shownOfItem)
  yield* textsIn(product, shownOfOption)
  for (const { options, ...modifier } of modifiers ?? []) {
    yield* textsIn(modifier, shownOfModifier)
    for (const option of options ?? []) yield* textsIn(option, shownOfOption)
  }
}

/** Summaries that the platform writes itself from other fields of the item. */
const isSummary = (leaf: TextLeaf): boolean => leaf.key === 'description' && !isNoteField(leaf)

/**
 * An item's notes besides its comment: fields in which people write, and any text that suggests an
 * allergy, each once and without phone numbers and e-mail addresses. `choices` has the allergy
 * words of its options: a summary that repeats them adds nothing.
 */
export function itemNotes(
  item: OrderItem,
  choices: readonly string[],
  allergies: AllergyReader,
): string[] {
  const comment = item.comment?.trim() ?? ''
  const shownWords = new Set(choices.map((word) => word.toLowerCase()))
  const texts = new Set<string>()
  for (const leaf of unshownTexts(item)) {
    if (leaf.text === comment) continue
    const news = comment === '' ? leaf.text : leaf.text.replaceAll(comment, ' ')
    const alarming = allergyIn({ ...leaf, text: news }, allergies)
    if (isSummary(leaf)) {
      const words = alarming === null ? [] : allergies.wordsIn(news)
      if (words.some((word) => !shownWords.has(word.toLowerCase()))) texts.add(leaf.text)
    } else if (alarming !== null) texts.add(allergyIn(leaf, allergies) ?? leaf.text)
    else if (isNoteField(leaf) && !isTechnical(leaf.text)) texts.add(leaf.text)
  }
  return [...new Set([...texts].map(withoutContacts))]
}

/**
 * Sentences of an item that its card does not show, or not in full: from its metadata, from a
 * promotion, with a phone number.
 */
export function* unshownSentences(item: OrderItem, allergies: AllergyReader): Generator<TextLeaf> {
  for (const leaf of unshownTexts(item)) {
    const { text } = leaf
    if (text === item.product?.name || isSummary(leaf) || !isSentence(text) || isTechnical(text))
      continue
    const isOnCard = isNoteField(leaf) || allergyIn(leaf, allergies) !== null
    if (!isOnCard || withoutContacts(text) !== text) yield leaf
  }
}

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

/** Text for drivers and for billing: shown in the details, not to a cook. */
const otherPeoples =
  /^(address|deliver\w*|driver|courier|billing|bill|invoice|gift|coupon|payment|cancellation|entrega|reparto|repartidor|direccion|endereco|factura|regalo|pago|presente)$/

const items = new Set(['items'])

/** The order's texts outside of its dishes. */
export function* textsOf(order: Partial<Order>, deliveries: readonly Partial<Delivery>[]) {
  yield* textsIn(order, items)
  yield* textsIn({ deliveries })
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
