import { language } from './i18n.ts'

/** A number as the language of the screen writes it, with at most so many decimals. */
export const numberText = (value: number, decimals = 3): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: decimals }).format(value)
