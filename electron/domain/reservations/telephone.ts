import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

const parse = (text: string, countryCode: string) =>
  parsePhoneNumberFromString(text, countryCode as CountryCode)

/** Whether a telephone has a usual length for the country it names, or for the restaurant's (ISO 3166). */
export const isPossible = (text: string, countryCode: string): boolean =>
  parse(text, countryCode)?.isPossible() === true

/** A telephone as the world writes it (+56912345678); what cannot be one stays as it was typed. */
export function international(text: string, countryCode: string): string {
  const number = parse(text, countryCode)
  return number?.isPossible() === true ? number.number : text.trim()
}

/** The ways in which people look for a telephone: whole, and as it is dialled at home. */
export function spoken(text: string, countryCode: string): string[] {
  const number = parse(text, countryCode)
  const digits = text.replace(/\D/g, '')
  return [digits, ...(number === undefined ? [] : [number.nationalNumber])].filter(
    (each) => each !== '',
  )
}
