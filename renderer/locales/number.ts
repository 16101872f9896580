import { language } from './i18n.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** With at most so many decimals. */
export function numberText(value: number, decimals = 3): string {
  const key = `${language()} ${String(decimals)}`
  // Making a format takes far longer than using it.
  const format =
    formats.get(key) ?? new Intl.NumberFormat(language(), { maximumFractionDigits: decimals })
  formats.set(key, format)
  return format.format(value)
}
