import { language } from './i18n.ts'

export const numberText = (value: number, decimals = 3): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: decimals }).format(value)
