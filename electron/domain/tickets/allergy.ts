import { allergyTable, type AllergyWords } from '#contract/tickets/allergy-words.ts'
import { rememberNames, termsOfName } from '#contract/human-text.ts'

/** A refusal covers this many words after it: "sin ningún tipo de nueces". */
const reach = 5

/** Invisible characters, and the replacement character that some programs insert for them. */
const unseen =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufffd'
/** Blanks that no guest's keyboard has. Each may stand for a space, or within a word. */
const oddBlanks = '\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000'

const oddSign = new RegExp(`[${unseen}${oddBlanks}]`, 'u')
const everyOddSign = new RegExp(`[${unseen}${oddBlanks}]+`, 'gu')
const oddEnds = new RegExp(`^[${unseen}${oddBlanks}]+|[${unseen}${oddBlanks}]+$`, 'gu')
/** "s/ nueces", "w/o nuts". */
const shortRefusal = '(?<!\\p{L})(?:[sS]\\/|[wW]\\/[oO](?!\\p{L}))'
const textWith = (signs: string): RegExp =>
  new RegExp(`🥜|${shortRefusal}|[\\p{L}\\p{M}${signs}]+|[.!?;\\n]`, 'gu')
const asOne = textWith('')
const withUnseen = textWith(unseen)
const joined = textWith(unseen + oddBlanks)
const endOfSentence = /^[.!?;\n]$/
/** "a l e r g i a", "a-l-e-r-g-i-a": single letters with the same separator between them. */
const spelled =
  /(?<![\p{L}\p{M}])\p{L}\p{M}*(?:([^\p{L}\p{M}])\p{L}\p{M}*)(?:\1\p{L}\p{M}*){2,}(?![\p{L}\p{M}])/gu
const spelledHint = /(?<!\p{L})\p{L}[^\p{L}]\p{L}[^\p{L}]\p{L}(?!\p{L})/u

const marks = /\p{M}/gu
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/**
 * The form in which words are compared: no accents, no case, no invisible characters, wide letters
 * as narrow ones.
 */
const plain = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text.replace(everyOddSign, '').normalize('NFKD').replace(marks, '').toLowerCase()

const ofAll = (kind: keyof AllergyWords): string[] =>
  Object.values(allergyTable).flatMap((table) => table[kind].map(plain))

const refusals = new Set(ofAll('refusals'))

const isOneOf = (first: string | undefined, ...others: string[]): boolean =>
  first !== undefined && others.includes(first)

/** Whether the word refuses what comes next. `before` is the word before it. */
function isRefusal(bare: string, before: string | undefined, after: string | undefined): boolean {
  if (bare === 'free') return isOneOf(after, 'of', 'from')
  if (bare === 't') return isOneOf(before, 'don', 'can', 'doesn', 'won', 'mustn')
  return refusals.has(bare)
}

/** Whether a word, in its plain form, is one of those listed, or its plural. */
function createWordTest(listed: readonly string[]): (bare: string) => boolean {
  const whole = new Set(listed.filter((word) => !word.endsWith('*')))
  const stems = listed.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1))
  const stem = stems.length === 0 ? null : new RegExp(`^(?:${stems.map(RegExp.escape).join('|')})`)
  return (bare) =>
    whole.has(bare) ||
    whole.has(bare.replace(/s$/, '')) ||
    whole.has(bare.replace(/es$/, '')) ||
    stem?.test(bare) === true
}

const isAlways = createWordTest(ofAll('always'))
const isNamed = createWordTest(ofAll('named'))
const isRefused = createWordTest(ofAll('refused'))
const stems = ofAll('always').map((word) => word.replace('*', ''))
const stemAnywhere = new RegExp(stems.join('|'))

/** A regular expression that finds any of the words anywhere; most texts contain none of them. */
function anyOf(listed: readonly string[]): RegExp {
  const roots = [...new Set(listed.map((word) => word.replace('*', '')))]
  const needed = roots.filter(
    (root) => !roots.some((other) => other !== root && root.includes(other)),
  )
  return new RegExp(needed.map(RegExp.escape).join('|'), 'u')
}

/** A manager's own word, or several that follow each other: "sin leche". */
interface OwnWord {
  /** All of its words but the last. */
  before: readonly string[]
  isLast: (bare: string) => boolean
}

/** A refusal equals any other: "sin leche" is also "s/ leche" and "no leche". */
const isSame = (one: string, other: string | undefined): boolean =>
  one === other || (other !== undefined && refusals.has(one) && refusals.has(other))

function readOwnWord(text: string): OwnWord[] {
  const found = plain(text).match(/[\p{L}\p{M}]+/gu) ?? []
  const last = found.at(-1)
  if (last === undefined) return []
  const isLast = createWordTest([text.trimEnd().endsWith('*') ? `${last}*` : last])
  return [{ before: found.slice(0, -1), isLast }]
}

/**
 * Who wrote a text. A guest who names peanuts, or one of the manager's own words, means an allergy;
 * a menu means a topping, unless it leaves it out. A name is the one of a field.
 */
type Writer = 'guest' | 'menu' | 'name'

/** Finds what suggests an allergy. */
export interface AllergyReader {
  /** The words of a text that suggest an allergy, as written, each once. */
  wordsIn(text: string, by?: Writer): string[]
  /** The words of a field's name from the first one that suggests an allergy: `noNuts`; empty if none does. */
  partOfName(name: string): string
}

/** Finds the words of the table, and `ownWords` of the restaurant (the setting `allergyWords`). */
export function createAllergyReader(ownWords: readonly string[]): AllergyReader {
  const own = ownWords.flatMap(readOwnWord)
  /** Single words, which an odd character or spelling may divide. */
  const single = own.filter(({ before }) => before.length === 0)
  const lastWords = ownWords.map(
    (text) =>
      plain(text)
        .match(/[\p{L}\p{M}]+/gu)
        ?.at(-1) ?? '',
  )
  const hint = anyOf([
    ...ofAll('always'),
    ...ofAll('named'),
    ...ofAll('refused'),
    ...lastWords.filter((word) => word !== ''),
  ])
  const isOwn = (bare: string): boolean => single.some(({ isLast }) => isLast(bare))

  /** How many words before the one at `nth` belong to it, for each own word that ends there. */
  function* ownEndingAt(bare: readonly string[], nth: number): Generator<number> {
    for (const { before, isLast } of own) {
      const start = nth - before.length
      if (start < 0 || !isLast(bare[nth] ?? '')) continue
      if (before.every((word, at) => isSame(word, bare[start + at]))) yield before.length
    }
  }

  /** The words that suggest an allergy, as written, in a text that `pattern` divides into words. */
  function* speaking(text: string, pattern: RegExp, by: Writer): Generator<string> {
    const words = [...text.matchAll(pattern)]
    const bare = words.map(([word]) => plain(word))
    let left = 0
    for (const [nth, each] of bare.entries()) {
      const [written = ''] = words[nth] ?? []
      // A sentence that ends with the refusal itself continues: "sin. nueces".
      if (endOfSentence.test(each)) {
        left = left === reach ? reach : 0
        continue
      }
      if (isAlways(each)) yield written
      else if (isNamed(each) || isRefused(each)) {
        if (left > 0 || (by !== 'menu' && isNamed(each)) || bare[nth + 1] === 'free') yield written
      }
      if (own.length > 0 && (by === 'guest' || left > 0))
        for (const more of ownEndingAt(bare, nth)) {
          const end = (words[nth]?.index ?? 0) + written.length
          yield text.slice(words[nth - more]?.index, end)
        }
      left = isRefusal(each, bare[nth - 1], bare[nth + 1]) ? reach : left - 1
    }
  }

  /** An odd character may separate two words or be within one: both readings count. */
  function* speakingOddly(text: string, by: Writer): Generator<string> {
    yield* speaking(text, withUnseen, by)
    for (const written of text.match(joined) ?? []) {
      if (!oddSign.test(written)) continue
      const bare = plain(written)
      if (stemAnywhere.test(bare) || (by === 'guest' && isOwn(bare))) yield written
    }
  }

  function wordsIn(text: string, by: Writer = 'guest'): string[] {
    if (!hint.test(plain(text)) && !spelledHint.test(text)) return []
    const found = new Set(speaking(text, asOne, by))
    if (oddSign.test(text))
      for (const written of speakingOddly(text, by)) found.add(written.replace(oddEnds, ''))
    for (const [written, sign = ''] of text.matchAll(spelled)) {
      const joint = plain(written.replaceAll(sign, ''))
      const isMeant = isAlways(joint) || (by !== 'menu' && isNamed(joint))
      if (isMeant || (by === 'guest' && isOwn(joint))) found.add(written)
    }
    return [...found]
  }

  const partOfName = rememberNames((name) => {
    const words = termsOfName(name)
    const line = words.join(' ')
    if (wordsIn(line, 'name').length === 0) return ''
    const first = words.findIndex((word) => wordsIn(word, 'name').length > 0)
    return first < 0 ? line : words.slice(first).join(' ')
  })

  return { wordsIn, partOfName }
}

/** Without words of a restaurant's own. */
export const standardAllergies = createAllergyReader([])
