/** Beginnings of words that speak of an allergy by themselves: English, Spanish, Portuguese. All lists are without accents. */
const stems =
  'alerg|allerg|anafil|anaphyl|celiac|celiaq|coeliac|epipen|gluten|intoleran|lactos|aplv|tacc'
const stem = new RegExp(`^(?:${stems})`)
const stemAnywhere = new RegExp(stems)

/** What a guest names only because of an allergy, as a rule. On a menu it is just a topping. */
const peanuts = /^(peanuts?|groundnuts?|manis?|cacahu[ae]t.*|amendoi.*|🥜)$/u

/**
 * What speaks of an allergy once somebody wants none of it: "no nuts", "sin mariscos". Milk, eggs, mustard and the like
 * are not among them: they are left out for their taste every day, and a card that always alarms is not read.
 */
const allergens =
  /^(tree)?(nuts?|nuez|nueces|noz|nozes|walnuts?|hazelnuts?|chestnuts?|almonds?|cashews?|pecans?|pecanas?|pistach.*|pistacc.*|macadami.*|almendr.*|amendoas?|avellan.*|avela|avelas|castanh.*|castanas?|anacard.*|sesam.*|ajonjoli|gergelim|shellfish|seafood|mariscos?|crustace.*|camaron(es)?|camarao|camaroes|shrimps?|prawns?|langostin.*|lagost.*|frutos|lacteos?|laticini.*|dairy)$/u

/** Words before something that somebody does not want. */
const refusals = new Set(
  `no not non none without wo cannot cant dont never avoid avoids avoiding hold skip omit remove exclude zero free
  sin nada evitar evita evite eviten ni nunca tampoco libre cero quitar quita omitir excluir sacar
  sem nao nem evitem livre retirar tirar tira`.split(/\s+/),
)

/** "s/ nueces", "w/o nuts". */
const shortRefusal = /(?<!\p{L})(?:s\/|w\/o(?!\p{L}))/giu

/** So many words after a refusal still belong to it: "sin ningún tipo de nueces". */
const reach = 5

/** Signs that nobody sees, and the mark that some programs put in their place. */
const unseen =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufffd'
/** Blanks that no keyboard of a guest has. They may stand for a space, or within a word. */
const oddBlanks = '\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000'

const oddSign = new RegExp(`[${unseen}${oddBlanks}]`, 'u')
const everyOddSign = new RegExp(`[${unseen}${oddBlanks}]+`, 'gu')
const oddEnds = new RegExp(`^[${unseen}${oddBlanks}]+|[${unseen}${oddBlanks}]+$`, 'gu')
const textWith = (signs: string): RegExp => new RegExp(`🥜|[\\p{L}\\p{M}${signs}]+|[.!?;\\n]`, 'gu')
const asOne = textWith('')
const withUnseen = textWith(unseen)
const joined = textWith(unseen + oddBlanks)
/** "a l e r g i a", "a-l-e-r-g-i-a": single letters with one and the same sign between them. */
const spelled =
  /(?<![\p{L}\p{M}])\p{L}\p{M}*(?:([^\p{L}\p{M}])\p{L}\p{M}*)(?:\1\p{L}\p{M}*){2,}(?![\p{L}\p{M}])/gu

/** Whatever of the above may be in a text, word or not: most texts have none of it, and cost no more. */
const anyOfThem = [stems, peanuts.source, allergens.source].join('|').replaceAll(/[$^]/g, '')
const hint = new RegExp(anyOfThem, 'u')
const spelledHint = /(?<!\p{L})\p{L}[^\p{L}]\p{L}[^\p{L}]\p{L}(?!\p{L})/u

const marks = /\p{M}/gu
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/** A word as it is compared: no accents, no case, nothing unseen, wide letters as narrow ones. */
const plain = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text.replace(everyOddSign, '').normalize('NFKD').replace(marks, '').toLowerCase()

const isOneOf = (first: string | undefined, ...others: string[]): boolean =>
  first !== undefined && others.includes(first)

/** Whether somebody refuses what comes next. `before` is the word before this one. */
function isRefusal(bare: string, before: string | undefined, after: string | undefined): boolean {
  if (bare === 'free') return isOneOf(after, 'of', 'from')
  if (bare === 't') return isOneOf(before, 'don', 'can', 'doesn', 'won', 'mustn')
  return refusals.has(bare)
}

/** The words among these that speak of an allergy, as they are written. `alone` counts peanuts that nobody refuses. */
function* speaking(words: readonly string[], alone: boolean): Generator<string> {
  const bare = words.map(plain)
  let left = 0
  for (const [nth, each] of bare.entries()) {
    const written = words[nth] ?? ''
    // A sentence that ends with the refusal itself does not end there: "sin. nueces".
    if (/^[.!?;\n]$/.test(each)) {
      left = left === reach ? reach : 0
      continue
    }
    if (stem.test(each)) yield written
    else if (peanuts.test(each) || allergens.test(each)) {
      if (left > 0 || (alone && peanuts.test(each)) || bare[nth + 1] === 'free') yield written
    }
    left = isRefusal(each, bare[nth - 1], bare[nth + 1]) ? reach : left - 1
  }
}

/** An odd sign may part two words or stand within one: every reading counts. */
function* speakingOddly(text: string, alone: boolean): Generator<string> {
  yield* speaking(text.match(withUnseen) ?? [], alone)
  for (const written of text.match(joined) ?? [])
    if (oddSign.test(written) && stemAnywhere.test(plain(written))) yield written
}

/**
 * The words of `text` that speak of an allergy, as they are written there, each once. `by` says who wrote it: a guest
 * who names peanuts means an allergy, a menu means a topping.
 */
export function allergyWords(text: string, by: 'guest' | 'menu' = 'guest'): string[] {
  if (!hint.test(plain(text)) && !spelledHint.test(text)) return []
  const alone = by === 'guest'
  const found = new Set(speaking(text.replace(shortRefusal, ' sin ').match(asOne) ?? [], alone))
  if (oddSign.test(text))
    for (const written of speakingOddly(text, alone)) found.add(written.replace(oddEnds, ''))
  for (const [written, sign = ''] of text.matchAll(spelled)) {
    const joint = plain(written.replaceAll(sign, ''))
    if (stem.test(joint) || (alone && peanuts.test(joint))) found.add(written)
  }
  return [...found]
}
