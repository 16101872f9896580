import { language } from './i18n.ts'

/** A number in the language of the screen. */
export const numberText = (value: number, decimals = 3): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: decimals }).format(value)
