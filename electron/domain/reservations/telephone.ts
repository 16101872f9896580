import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

/** How people write an extension, in the languages of our restaurants and their guests. */
const extension =
  /^(?<number>.*\d\)?)[\s,;:.(–—-]*(?:(?:extensi[oó]n|extens[aã]o|extn?|anexo|anx|ramal|interno|int|poste|durchwahl|dw|nebenstelle|x)(?!\p{L})|#)[\s:.#=º°-]*(?<extension>\d{1,8})\)?\s*$/isu

/** A telephone without its extension, and the extension; empty if there is none. */
export function splitExtension(text: string): { number: string; extension: string } {
  const { number = text, extension: extra = '' } = extension.exec(text)?.groups ?? {}
  return { number: number.trim(), extension: extra }
}

const parse = (text: string, countryCode: string) =>
  parsePhoneNumberFromString(splitExtension(text).number, countryCode as CountryCode)

/**
 * Whether the length is plausible for the number's country, or for the restaurant's (ISO 3166) if
 * it names none.
 */
export const isPossible = (text: string, countryCode: string): boolean =>
  parse(text, countryCode)?.isPossible() === true

/**
 * Formats a phone number for the platform (+56912345678), without its extension. Returns an implausible number as typed.
 */
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
