import { allergyTable, type AllergyWords } from '#contract/tickets/allergy-words.ts'
import { rememberNames, termsOfName } from '#contract/shared/human-text.ts'

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

/** Words in their plain form; one with `*` is the beginning of words. */
class WordList {
  readonly #whole: ReadonlySet<string>
  readonly #stem: RegExp | null

  constructor(words: readonly string[]) {
    this.#whole = new Set(words.filter((word) => !word.endsWith('*')))
    const stems = words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1))
    this.#stem =
      stems.length === 0 ? null : new RegExp(`^(?:${stems.map(RegExp.escape).join('|')})`)
  }

  /** Whether a word, in its plain form, is one of those listed, or its plural. */
  has(bare: string): boolean {
    return (
      this.#whole.has(bare) ||
      this.#whole.has(bare.replace(/s$/, '')) ||
      this.#whole.has(bare.replace(/es$/, '')) ||
      this.#stem?.test(bare) === true
    )
  }
}

const always = new WordList(ofAll('always'))
const named = new WordList(ofAll('named'))
const refused = new WordList(ofAll('refused'))
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
  last: WordList
}

/** A refusal equals any other: "sin leche" is also "s/ leche" and "no leche". */
const isSame = (one: string, other: string | undefined): boolean =>
  one === other || (other !== undefined && refusals.has(one) && refusals.has(other))

const plainWords = (text: string): string[] => plain(text).match(/[\p{L}\p{M}]+/gu) ?? []

function parseOwnWord(text: string): OwnWord[] {
  const words = plainWords(text)
  const last = words.at(-1)
  if (last === undefined) return []
  const isStem = text.trimEnd().endsWith('*')
  return [{ before: words.slice(0, -1), last: new WordList([isStem ? `${last}*` : last]) }]
}

/**
 * Who wrote a text. A guest who names peanuts, or one of the manager's own words, means an allergy;
 * a menu means a topping, unless it leaves it out. A name is the one of a field.
 */
type Writer = 'guest' | 'menu' | 'name'

/** Finds what suggests an allergy: the words of the table, and some of the restaurant's own. */
export class AllergyReader {
  readonly #own: readonly OwnWord[]
  /** Those of a single word, which an odd character or spelling may divide. */
  readonly #ownSingle: readonly WordList[]
  readonly #hint: RegExp
  readonly #partsOfNames = rememberNames((name) => this.#partOfNewName(name))

  /** `ownWords` is the setting `allergyWords`. */
  constructor(ownWords: readonly string[]) {
    this.#own = ownWords.flatMap(parseOwnWord)
    this.#ownSingle = this.#own.flatMap(({ before, last }) => (before.length === 0 ? [last] : []))
    this.#hint = anyOf([
      ...ofAll('always'),
      ...ofAll('named'),
      ...ofAll('refused'),
      ...ownWords.flatMap((text) => plainWords(text).at(-1) ?? []),
    ])
  }

  /** The words of a text that suggest an allergy, as written, each once. */
  wordsIn(text: string, by: Writer = 'guest'): string[] {
    if (!this.#hint.test(plain(text)) && !spelledHint.test(text)) return []
    const words = new Set(this.#speaking(text, asOne, by))
    if (oddSign.test(text))
      for (const written of this.#speakingOddly(text, by)) words.add(written.replace(oddEnds, ''))
    for (const [written, sign = ''] of text.matchAll(spelled)) {
      const joint = plain(written.replaceAll(sign, ''))
      const isMeant = always.has(joint) || (by !== 'menu' && named.has(joint))
      if (isMeant || (by === 'guest' && this.#isOwn(joint))) words.add(written)
    }
    return [...words]
  }

  /** The words of a field's name from the first one that suggests an allergy: `noNuts`; empty if none does. */
  partOfName(name: string): string {
    return this.#partsOfNames(name)
  }

  #partOfNewName(name: string): string {
    const words = termsOfName(name)
    const line = words.join(' ')
    if (this.wordsIn(line, 'name').length === 0) return ''
    const first = words.findIndex((word) => this.wordsIn(word, 'name').length > 0)
    return first < 0 ? line : words.slice(first).join(' ')
  }

  #isOwn(bare: string): boolean {
    return this.#ownSingle.some((word) => word.has(bare))
  }

  /** The words that suggest an allergy, as written, in a text that `pattern` divides into words. */
  *#speaking(text: string, pattern: RegExp, by: Writer): Generator<string> {
    const words = [...text.matchAll(pattern)]
    const bare = words.map(([word]) => plain(word))
    /** How many more words a refusal covers. */
    let left = 0
    for (const [nth, each] of bare.entries()) {
      const [written = ''] = words[nth] ?? []
      // A sentence that ends with the refusal itself continues: "sin. nueces".
      if (endOfSentence.test(each)) {
        left = left === reach ? reach : 0
        continue
      }
      if (always.has(each)) yield written
      else if (named.has(each) || refused.has(each)) {
        if (left > 0 || (by !== 'menu' && named.has(each)) || bare[nth + 1] === 'free')
          yield written
      }
      if (this.#own.length > 0 && (by === 'guest' || left > 0))
        for (const more of this.#ownEndingAt(bare, nth)) {
          const end = (words[nth]?.index ?? 0) + written.length
          yield text.slice(words[nth - more]?.index, end)
        }
      left = isRefusal(each, bare[nth - 1], bare[nth + 1]) ? reach : left - 1
    }
  }

  /** An odd character may separate two words or be within one: both readings count. */
  *#speakingOddly(text: string, by: Writer): Generator<string> {
    yield* this.#speaking(text, withUnseen, by)
    for (const written of text.match(joined) ?? []) {
      if (!oddSign.test(written)) continue
      const bare = plain(written)
      if (stemAnywhere.test(bare) || (by === 'guest' && this.#isOwn(bare))) yield written
    }
  }

  /** How many words before the one at `nth` belong to it, for each own word that ends there. */
  *#ownEndingAt(bare: readonly string[], nth: number): Generator<number> {
    for (const { before, last } of this.#own) {
      const start = nth - before.length
      if (start < 0 || !last.has(bare[nth] ?? '')) continue
      if (before.every((word, at) => isSame(word, bare[start + at]))) yield before.length
    }
  }
}

/** Without words of a restaurant's own. */
export const standardAllergies = new AllergyReader([])
