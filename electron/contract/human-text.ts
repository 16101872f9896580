/** Text that nests deeper is not parsed: what arrives as JSON may not be deeper either (feeds/body.ts). */
const mostDepth = 64

function isTooDeep(text: string): boolean {
  let depth = 0
  for (const sign of text)
    if (sign === '[' || sign === '{') {
      if (++depth > mostDepth) return true
    } else if (sign === ']' || sign === '}') depth -= 1
  return false
}

/** JSON text as the object or the list that it writes; anything else as it came. */
export function parsedText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || isTooDeep(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    // A text that only begins like JSON.
    return value
  }
}

/**
 * Finds what people wrote in JSON of an unknown shape. The wire schemas use it for texts that come as objects, and the
 * tickets for fields that nobody specified.
 */

/** A text within JSON. */
export interface TextLeaf {
  /** The field that holds the text, or the list with the text. */
  key: string
  /** Where it stands: the names of the fields around it with dots between, without places in lists. */
  name: string
  text: string
}

const secretTerms = new Set(['auth', 'cvc', 'cvv', 'hash', 'jwt', 'key', 'otp', 'pin'])
const secretName = /token|secret|passw|passcode|credential|authorization|bearer|session|apikey/i
/** Tokens, hashes, keys: long, unbroken, letters and digits mixed. Numbers of cards. */
const secretValue = /^(?=.*\d)(?=.*[a-z])[\w.+/=~-]{24,}$|^(\d[ -]?){15,16}$/i

interface FieldName {
  /** The words that it is made of, without accents. */
  words: readonly string[]
  isSecret: boolean
}
/** Orders repeat the names of their fields; made-up ones must not be kept for ever. */
const mostNames = 2_000

/** The same answer about names of fields, worked out once for each. */
export function rememberNames<Answer>(work: (name: string) => Answer): (name: string) => Answer {
  const answers = new Map<string, Answer>()
  return (name) => {
    const known = answers.get(name)
    if (known !== undefined) return known
    const answer = work(name)
    if (answers.size >= mostNames) answers.clear()
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

/** Names as `giftCard.pinCode`: the words that they are made of, without accents. */
export const termsOfName = (name: string): readonly string[] => readName(name).words

/** Whether a field looks like a token, a password or the number of a card. */
export const isSecret = (name: string, value: string): boolean =>
  readName(name).isSecret || secretValue.test(value)

const address = /^(?:[a-z][a-z\d+.-]*:\/\/|www\.|mailto:|data:)\S+$/i
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** An id: letters and digits mixed in one unbroken word, or a number behind a short name (`ord-15244`). */
const id = /^(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{10,}$|^[a-z]{2,5}[-_:](?=[a-z_-]*\d)[\w-]+$/i
const email = /[^\s@<>()]{1,64}@[^\s@<>()]{1,255}\.[^\s@<>().,;]{1,63}/gu
const telephone = /(?<![\p{L}\d])[+(]{0,2}\d[\d\s().-]{6,24}\d(?![\p{L}\d])/gu
/** Looking for an e-mail or a telephone is the dearest look at a long text, and most texts have no sign of either. */
function replaceContacts(text: string, by: string): string {
  const rest = text.includes('@') ? text.replace(email, by) : text
  return /\d/.test(rest) ? rest.replace(telephone, by) : rest
}
const isContact = (text: string): boolean => replaceContacts(text, '').trim() === ''

/** An address of the web, or an id. */
export const isReference = (text: string): boolean =>
  address.test(text) || uuid.test(text) || id.test(text)

/** What a machine wrote: a reference, a telephone, an e-mail, a date, a yes or no, or nothing with letters in it. */
export const isTechnical = (text: string): boolean =>
  !/\p{L}{2}|\p{Extended_Pictographic}/u.test(text) ||
  isReference(text) ||
  /^(true|false)$/i.test(text) ||
  isContact(text)

/** A text without the telephones and e-mails in it. */
export const withoutContacts = (text: string): string => replaceContacts(text, '…')

/** Fields about a text rather than of it: who wrote it, when, in which language. */
const asideTerms = new Set(
  'id ids uuid lang language locale format status state method path version at by date author user agent'.split(
    ' ',
  ),
)
export const isAside = (key: string): boolean => asideTerms.has(termsOfName(key).at(-1) ?? '')

const isIndex = (key: string): boolean => /^\d+$/.test(key)
/** Longer names keep only their end, so that deep nesting stays linear. */
const longestName = 120

/** A name that is a text by itself: `{"Sin nueces": true}`. */
const saysSomething = (key: string, value: unknown): boolean =>
  /\p{L}\s+\p{L}/u.test(key) && value !== false && value !== 'false' && value !== 0

/**
 * Every text within a value, at any depth and in its order, as it was written. Nothing that is empty or says null, and no
 * secrets. Fields of `skipped` are left out at the top.
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
          const full = name === '' ? field : `${name}.${field}`.slice(-longestName)
          open.push({ key: field, name: full, value: each })
          if (saysSomething(field, each)) open.push({ key, name, value: field })
        }
      }
    } else if (typeof inner === 'string' || typeof inner === 'boolean') {
      const text = String(inner).trim()
      if (text === '' || text === 'null' || isSecret(name, text)) continue
      yield { key, name, text }
    }
  }
}
