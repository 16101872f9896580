import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

const parse = (text: string, countryCode: string) =>
  parsePhoneNumberFromString(text, countryCode as CountryCode)

/**
 * Whether the length is plausible for the number's country, or for the restaurant's (ISO 3166) if
 * it names none.
 */
export const isPossible = (text: string, countryCode: string): boolean =>
  parse(text, countryCode)?.isPossible() === true

/** Formats a phone number for the platform (+56912345678). Returns an implausible number as typed. */
export function international(text: string, countryCode: string): string {
  const number = parse(text, countryCode)
  return number?.isPossible() === true ? number.number : text.trim()
}

/** The forms that people search a phone number by: with and without the country code. */
export function searchForms(text: string, countryCode: string): string[] {
  const number = parse(text, countryCode)
  const digits = text.replace(/\D/g, '')
  return [digits, ...(number === undefined ? [] : [number.nationalNumber])].filter(
    (each) => each !== '',
  )
}
