import type { GuestMessageKind } from '#contract/reservations/fields.ts'
import type { GuestTexts } from '#contract/reservations/reservations.ts'
import type { Language } from '#contract/shared/languages.ts'
import { byLanguage } from '../../locales/message-files.ts'
import type en from './messages/en.json'

/** What a text may leave open, in the order in which people think of it. */
export const placeholders = ['name', 'restaurant', 'day', 'time', 'guests', 'minutes'] as const
export type Placeholder = (typeof placeholders)[number]

/** All three, because a guest's language need not be the screen's. */
const defaults = byLanguage<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)

export const defaultText = (kind: GuestMessageKind, language: Language): string =>
  defaults[language].guestText[kind]

/** The restaurant's own text, or the default. */
export const textFor = (own: GuestTexts, kind: GuestMessageKind, language: Language): string =>
  own.find((one) => one.kind === kind && one.language === language)?.text ??
  defaultText(kind, language)

const fillable: ReadonlySet<string> = new Set(placeholders.map((one) => `{${one}}`))

/** What stands in braces and is no placeholder: the guest would read it as it is. */
export const unknownPlaceholders = (text: string): string[] =>
  [...new Set(text.match(/\{[^{}]*\}/g))].filter((one) => !fillable.has(one))

/** Fills a text. A value that is empty takes the space before it along: `Hello {name},` is `Hello,`. */
export const fillText = (text: string, values: Readonly<Record<Placeholder, string>>): string =>
  text
    .replaceAll(/( ?)\{(\w+)\}/g, (whole, space: string, name: string) => {
      const placeholder = placeholders.find((one) => one === name)
      if (placeholder === undefined) return whole
      const value = values[placeholder].trim()
      return value === '' ? '' : `${space}${value}`
    })
    .trim()

/** The letters that a network sends in seven bits; those after the space take two places. */
const short =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const double = '\f^{}\\[~]|€'

/** How many SMS a text is, as networks count and charge them. */
export function smsCount(text: string): number {
  const letters = Array.from(text)
  const isShort = letters.every((letter) => `${short}${double}`.includes(letter))
  const length = isShort
    ? letters.reduce((sum, letter) => sum + (double.includes(letter) ? 2 : 1), 0)
    : text.length
  const [alone, joined] = isShort ? [160, 153] : [70, 67]
  return length <= alone ? 1 : Math.ceil(length / joined)
}
