import { fold } from '#contract/shared/fold.ts'

/** What was typed into a search. All of it is folded (`fold.ts`). */
export interface SearchQuery {
  text: string
  words: readonly string[]
  /** The text as a code: `C#1004` and `#1004` are 1004. */
  code: string
  /** The digits, if the text can be a phone number, else empty. */
  digits: string
}

/** What a search compares of one thing. */
export interface SearchTerms {
  name: string
  /** All texts, each after a space. */
  all: string
  codes: readonly string[]
  phones: readonly string[]
}

/** How well something matches: an exact code or phone, its beginning, beginnings of words, or anywhere. */
export const ranks = { exact: 0, begins: 1, words: 2, within: 3, last: 4 } as const
export type Rank = (typeof ranks)[keyof typeof ranks]

/** The letters and digits of a code, without the letters before its `#`. */
const codeOf = (folded: string): string =>
  folded.replace(/^\p{L}{0,3} ?# ?/u, '').replace(/[^\p{L}\p{N}]/gu, '')

const phoneShape = /^\+?[\d\s().\-/]*$/
/** Fewer digits are in every phone number. */
const minDigits = 3
/** Shorter numbers are part of too many others. */
const minPhone = 7

/** The digits of a phone number, without the zeros that only say how to dial it. */
const digitsOf = (phone: string): string => phone.replace(/\D/g, '').replace(/^0+/, '')

/** Null if nothing was typed. */
export function readQuery(typed: string): SearchQuery | null {
  const text = fold(typed)
  if (text === '') return null
  const digits = phoneShape.test(text) ? digitsOf(text) : ''
  return {
    text,
    words: text.split(' '),
    code: codeOf(text),
    digits: digits.length < minDigits ? '' : digits,
  }
}

interface Texts {
  name: string | null
  others?: readonly (string | null)[]
  codes?: readonly (string | null)[]
  phones?: readonly (string | null)[]
}

const isText = (text: string | null): text is string => text !== null && text !== ''

export function searchTerms({ name, others = [], codes = [], phones = [] }: Texts): SearchTerms {
  const texts = [name, ...others, ...codes].filter(isText)
  const folded = codes.filter(isText).map(fold)
  return {
    name: fold(name ?? ''),
    all: texts.map((text) => ` ${fold(text)}`).join(''),
    codes: folded.map(codeOf),
    phones: phones.filter(isText).map(digitsOf),
  }
}

/** The rank of a folded text. Null if it doesn't contain every word. */
export function rankOfText(text: string, { text: query, words }: SearchQuery): Rank | null {
  for (const word of words) if (!text.includes(word)) return null
  if (text.startsWith(query)) return ranks.begins
  const beginsWord = (word: string) => text.startsWith(word) || text.includes(` ${word}`)
  return words.every(beginsWord) ? ranks.words : ranks.within
}

/** Either of the two may have the country code. */
function rankOfPhone(phone: string, digits: string): Rank | null {
  if (phone === digits) return ranks.exact
  if (phone.startsWith(digits)) return ranks.begins
  if (phone.includes(digits)) return ranks.within
  return phone.length >= minPhone && digits.endsWith(phone) ? ranks.exact : null
}

export function rankOf(terms: SearchTerms, query: SearchQuery): Rank | null {
  const { code, digits } = query
  const { name, all, codes, phones } = terms
  if (code !== '' && codes.includes(code)) return ranks.exact
  const candidates: (Rank | null)[] = [
    name.startsWith(query.text) ? ranks.begins : null,
    code !== '' && codes.some((each) => each.startsWith(code)) ? ranks.begins : null,
    ...(digits === '' ? [] : phones.map((phone) => rankOfPhone(phone, digits))),
    rankOfText(all, query),
  ]
  const matches = candidates.filter((rank) => rank !== null)
  return matches.length === 0 ? null : (Math.min(...matches) as Rank)
}

export interface Ranked<Item> {
  item: Item
  rank: Rank
}

/** The items that match, best first; equal ones stay in their order. Linear, because a menu has thousands of items. */
export function bestFirst<Item>(
  items: readonly Item[],
  rankFor: (item: Item) => Rank | null,
): Ranked<Item>[] {
  const byRank: Ranked<Item>[][] = Object.values(ranks).map(() => [])
  for (const item of items) {
    const rank = rankFor(item)
    if (rank !== null) byRank[rank]?.push({ item, rank })
  }
  return byRank.flat()
}

/**
 * The positions in `names` (folded, one per item) that contain every word of the search: names that
 * start with it first, then names with words that do, then the others, each in menu order. Null for
 * an empty search.
 */
export function findNames(names: readonly string[], search: string): number[] | null {
  const query = readQuery(search)
  return (
    query &&
    bestFirst([...names.keys()], (nth) => rankOfText(names[nth] ?? '', query)).map(
      ({ item }) => item,
    )
  )
}
