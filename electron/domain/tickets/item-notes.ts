import {
  isAside,
  isTechnical,
  rememberNames,
  textsIn,
  withoutContacts,
  termsOfName,
  type TextLeaf,
} from '#contract/shared/human-text.ts'
import type { OrderItem } from '#platform/order.ts'
import type { AllergyReader } from './allergy.ts'

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
export const isNothing = (text: string): boolean => nothing.test(plain(text))

/**
 * A text that suggests an allergy on its own, or by the name of its field: `{"allergies": "milk"}`.
 * In the second case the result includes the name. Null for any other text.
 */
export function allergyIn({ name, text }: TextLeaf, allergies: AllergyReader): string | null {
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
