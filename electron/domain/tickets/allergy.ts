/**
 * Stems of words that suggest an allergy on their own: English, Spanish, Portuguese. No list here
 * has accents.
 */
const stems =
  'alerg|allerg|anafil|anaphyl|celiac|celiaq|coeliac|epipen|gluten|intoleran|lactos|aplv|tacc'
const stem = new RegExp(`^(?:${stems})`)
const stemAnywhere = new RegExp(stems)

/** A guest who names peanuts usually has an allergy. On a menu they are just a topping. */
const peanuts = /^(peanuts?|groundnuts?|manis?|cacahu[ae]t.*|amendoi.*|🥜)$/u

/**
 * Food that suggests an allergy when a guest refuses it: "no nuts", "sin mariscos". Milk, eggs,
 * mustard and the like are missing on purpose: guests leave them out for taste every day, and cooks
 * ignore a card that always alarms.
 */
const allergens =
  /^(tree)?(nuts?|nuez|nueces|noz|nozes|walnuts?|hazelnuts?|chestnuts?|almonds?|cashews?|pecans?|pecanas?|pistach.*|pistacc.*|macadami.*|almendr.*|amendoas?|avellan.*|avela|avelas|castanh.*|castanas?|anacard.*|sesam.*|ajonjoli|gergelim|shellfish|seafood|mariscos?|crustace.*|camaron(es)?|camarao|camaroes|shrimps?|prawns?|langostin.*|lagost.*|frutos|lacteos?|laticini.*|dairy)$/u

/** Words that come before something that a guest refuses. */
const refusals = new Set(
  `no not non none without wo cannot cant dont never avoid avoids avoiding hold skip omit remove exclude zero free
  sin nada evitar evita evite eviten ni nunca tampoco libre cero quitar quita omitir excluir sacar
  sem nao nem evitem livre retirar tirar tira`.split(/\s+/),
)

/** "s/ nueces", "w/o nuts". */
const shortRefusal = /(?<!\p{L})(?:s\/|w\/o(?!\p{L}))/giu

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
const textWith = (signs: string): RegExp => new RegExp(`🥜|[\\p{L}\\p{M}${signs}]+|[.!?;\\n]`, 'gu')
const asOne = textWith('')
const withUnseen = textWith(unseen)
const joined = textWith(unseen + oddBlanks)
/** "a l e r g i a", "a-l-e-r-g-i-a": single letters with the same separator between them. */
const spelled =
  /(?<![\p{L}\p{M}])\p{L}\p{M}*(?:([^\p{L}\p{M}])\p{L}\p{M}*)(?:\1\p{L}\p{M}*){2,}(?![\p{L}\p{M}])/gu

/** Any of the above, anywhere in a text. Most texts contain none and need no further work. */
const anyOfThem = [stems, peanuts.source, allergens.source].join('|').replaceAll(/[$^]/g, '')
const hint = new RegExp(anyOfThem, 'u')
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

const isOneOf = (first: string | undefined, ...others: string[]): boolean =>
  first !== undefined && others.includes(first)

/** Whether the word refuses what comes next. `before` is the word before it. */
function isRefusal(bare: string, before: string | undefined, after: string | undefined): boolean {
  if (bare === 'free') return isOneOf(after, 'of', 'from')
  if (bare === 't') return isOneOf(before, 'don', 'can', 'doesn', 'won', 'mustn')
  return refusals.has(bare)
}

/** The words that suggest an allergy, as written. With `alone`, peanuts count without a refusal too. */
function* speaking(words: readonly string[], alone: boolean): Generator<string> {
  const bare = words.map(plain)
  let left = 0
  for (const [nth, each] of bare.entries()) {
    const written = words[nth] ?? ''
    // A sentence that ends with the refusal itself continues: "sin. nueces".
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

/** An odd character may separate two words or be within one: both readings count. */
function* speakingOddly(text: string, alone: boolean): Generator<string> {
  yield* speaking(text.match(withUnseen) ?? [], alone)
  for (const written of text.match(joined) ?? [])
    if (oddSign.test(written) && stemAnywhere.test(plain(written))) yield written
}

/**
 * The words of `text` that suggest an allergy, as written, each once. `by` says who wrote it: a
 * guest who names peanuts means an allergy, a menu means a topping.
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
