/** Pairs of a sign and its plain letters, as one text. */
const pairs = (text: string): [string, string][] =>
  text.split(' ').map((pair) => {
    const [sign = '', plain = ''] = pair.split(':')
    return [sign, plain]
  })

/** Letters and signs that Unicode doesn't decompose, in small letters. */
const table = new Map([
  ...pairs('€:EUR £:GBP ¥:JPY ¢:c ₡:CRC ₲:PYG ₱:PHP ₽:RUB ₹:INR ₩:KRW ₺:TRY ₪:ILS ₴:UAH ¤:$'),
  ...pairs('ß:ss æ:ae œ:oe ø:o ł:l đ:d ð:d þ:th ı:i ħ:h ŋ:ng ƒ:f ə:e'),
  ...pairs(`“:" ”:" „:" «:" »:" ″:" ‘:' ’:' ‚:' ‹:' ›:' ´:' ′:' \`:' ¨:" ˆ:^ ˜:~ ¸:, ¯:-`),
  ...pairs('–:- —:- ―:- ‐:- ‑:- ‒:- −:- ─:- ═:= •:- ·:- ●:- ▪:- ■:- ¬:- ¦:| ¡: ¿: ¶: §:S.'),
  ...pairs('×:x ✕:x ✖:x ✗:x ✘:x ❌:x ✓:ok ✔:ok ✅:ok ÷:/ ⁄:/ ±:+/- ≈:~ ≤:<= ≥:>= ≠:!= ‰:%o'),
  ...pairs('→:-> ←:<- ↑:^ ↓:v ➡:-> ⬅:<- ★:* ☆:* ⭐:* †:+ ‡:+ ©:(c) ®:(r) ™:(tm)'),
  ...pairs('⚠:(!) ❗:! ❕:! ❓:? ❔:?'),
  // Cyrillic.
  ...pairs('а:a б:b в:v г:g ґ:g д:d е:e є:ie ж:zh з:z и:i і:i к:k л:l м:m н:n о:o п:p р:r с:s'),
  ...pairs('т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'),
  // Greek.
  ...pairs('α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t'),
  ...pairs('υ:y φ:f χ:ch ψ:ps ω:o'),
  ['°', ' deg'],
])

/** Faces, hearts and thumbs, and the colours of hands: they say nothing about a dish. */
const feelings =
  /^[\u{1f600}-\u{1f644}\u{1f64b}-\u{1f64f}\u{1f44b}-\u{1f44d}\u{1f44f}\u{1f493}-\u{1f49f}\u{1f3fb}-\u{1f3ff}\u2764\u2665\u263a]$/u

const marks = /\p{M}/gu
const isPlain = (letter: string): boolean => letter <= '~'

/**
 * A letter as a printer without code pages can print it: `é` as e, `€` as EUR. A question mark if
 * there is nothing that stands for it, so that a person looks at the screen.
 */
export function plainLetter(letter: string): string {
  if (isPlain(letter)) return letter
  if (feelings.test(letter)) return ''
  const small = letter.toLowerCase()
  const plain = table.get(small)
  if (plain !== undefined)
    return small === letter ? plain : plain.charAt(0).toUpperCase() + plain.slice(1)
  const simple = letter.normalize('NFKD').replace(marks, '')
  if (simple === letter) return '?'
  return Array.from(simple, plainLetter).join('')
}
