import { withLineFeeds } from './line-breaks.ts'

/** Deeper JSON is not parsed; webhook bodies are limited to the same depth (feeds/body.ts). */
const maxDepth = 64

function isTooDeep(text: string): boolean {
  let depth = 0
  for (const sign of text)
    if (sign === '[' || sign === '{') {
      if (++depth > maxDepth) return true
    } else if (sign === ']' || sign === '}') depth -= 1
  return false
}

/** Parses text that is a JSON object or list. Returns anything else unchanged. */
export function parsedText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || isTooDeep(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    // The text only starts like JSON.
    return value
  }
}

/**
 * Finds what people wrote inside JSON of unknown shape. Wire schemas use it for texts that arrive
 * as objects, tickets for fields that are not specified.
 */

export interface TextLeaf {
  /** The field that holds the text, or the list with the text. */
  key: string
  /** The path of the text: field names joined by dots, without list positions. */
  name: string
  text: string
}

const secretTerms = new Set(['auth', 'cvc', 'cvv', 'hash', 'jwt', 'key', 'otp', 'pin'])
const secretName = /token|secret|passw|passcode|credential|authorization|bearer|session|apikey/i
/** Matches tokens, hashes, keys and card numbers: long, unbroken, letters and digits mixed. */
const secretValue = /^(?=.*\d)(?=.*[a-z])[\w.+/=~-]{24,}$|^(\d[ -]?){15,16}$/i

interface FieldName {
  /** The words of the name, without accents. */
  words: readonly string[]
  isSecret: boolean
}
/**
 * Orders repeat their field names, so answers are cached. The limit keeps invented names from
 * filling memory.
 */
const maxNames = 2_000

/** Caches an answer about a field name. */
export function rememberNames<Answer>(work: (name: string) => Answer): (name: string) => Answer {
  const answers = new Map<string, Answer>()
  return (name) => {
    const remembered = answers.get(name)
    if (remembered !== undefined) return remembered
    const answer = work(name)
    if (answers.size >= maxNames) answers.clear()
    answers.set(name, answer)
    return answer
  }
}

function splitName(name: string): FieldName {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
  return { words, isSecret: secretName.test(name) || words.some((word) => secretTerms.has(word)) }
}

const readName = rememberNames(splitName)

/** The words of a name such as `giftCard.pinCode`, without accents. */
export const termsOfName = (name: string): readonly string[] => readName(name).words

/** Whether a field name suggests a token, a password or a card number. */
export const isSecret = (name: string, value: string): boolean =>
  readName(name).isSecret || secretValue.test(value)

const address = /^(?:[a-z][a-z\d+.-]*:\/\/|www\.|mailto:|data:)\S+$/i
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Matches ids: letters and digits in one word, or a number after a short prefix (`ord-15244`). */
const id = /^(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{10,}$|^[a-z]{2,5}[-_:](?=[a-z_-]*\d)[\w-]+$/i
const email = /[^\s@<>()]{1,64}@[^\s@<>()]{1,255}\.[^\s@<>().,;]{1,63}/gu
const telephone = /(?<![\p{L}\d])[+(]{0,2}\d[\d\s().-]{6,24}\d(?![\p{L}\d])/gu
/**
 * Searching for e-mails and phone numbers is the slowest check of a long text, so texts without "@"
 * and digits skip it.
 */
function replaceContacts(text: string, by: string): string {
  const rest = text.includes('@') ? text.replace(email, by) : text
  return /\d/.test(rest) ? rest.replace(telephone, by) : rest
}
const isContact = (text: string): boolean => replaceContacts(text, '').trim() === ''

export const isReference = (text: string): boolean =>
  address.test(text) || uuid.test(text) || id.test(text)

/**
 * Whether a machine wrote the text: a reference, phone number, e-mail, date, yes or no, or no
 * letters at all.
 */
export const isTechnical = (text: string): boolean =>
  !/\p{L}{2}|\p{Extended_Pictographic}/u.test(text) ||
  isReference(text) ||
  /^(true|false)$/i.test(text) ||
  isContact(text)

/** Removes phone numbers and e-mails from a text. */
export const withoutContacts = (text: string): string => replaceContacts(text, '…')

/** Fields that describe a text: its author, time or language. */
const asideTerms = new Set(
  'id ids uuid lang language locale format status state method path version at by date author user agent'.split(
    ' ',
  ),
)
export const isAside = (key: string): boolean => asideTerms.has(termsOfName(key).at(-1) ?? '')

const isIndex = (key: string): boolean => /^\d+$/.test(key)
/** Longer paths keep only their end, so that deep nesting stays linear. */
const maxName = 120

/** A field name that is itself a text: `{"Sin nueces": true}`. */
const saysSomething = (key: string, value: unknown): boolean =>
  /\p{L}\s+\p{L}/u.test(key) && value !== false && value !== 'false' && value !== 0

/**
 * Every text inside a value, at any depth, in order and as it was written. Leaves out empty values,
 * nulls and secrets, and at the top level the fields in `skipped`.
 */
export function* textsIn(value: unknown, skipped?: ReadonlySet<string>): Generator<TextLeaf> {
  const open: { key: string; name: string; value: unknown }[] = [{ key: '', name: '', value }]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { key, name } = at
    const inner = parsedText(at.value)
    if (typeof inner === 'object' && inner !== null) {
      const entries = Object.entries(inner as Record<string, unknown>)
      for (const [field, each] of entries.toReversed()) {
        if (at.name === '' && skipped?.has(field) === true) continue
        if (isIndex(field)) open.push({ key, name, value: each })
        else {
          const full = name === '' ? field : `${name}.${field}`.slice(-maxName)
          open.push({ key: field, name: full, value: each })
          if (saysSomething(field, each)) open.push({ key, name, value: field })
        }
      }
    } else if (typeof inner === 'string' || typeof inner === 'boolean') {
      const text = withLineFeeds(String(inner)).trim()
      if (text === '' || text === 'null' || isSecret(name, text)) continue
      yield { key, name, text }
    }
  }
}
