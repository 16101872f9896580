import { language } from '../locales/i18n.ts'

/** A quantity as the language writes it. */
export const amount = (quantity: number): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 3 }).format(quantity)
