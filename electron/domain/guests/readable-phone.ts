import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '')

/** Nobody reads out a run of seven digits or more: 912345678 is 9 1234 5678. */
const inGroups = (text: string): string =>
  text.replaceAll(/\d{7,}/g, (run) => run.replaceAll(/\B(?=(?:\d{4})+$)/g, ' '))

/**
 * A telephone in groups, as its country writes it for the world: +56 9 1234 5678. To be read alone: what is kept and sent
 * stays as it came. What is no telephone, or more than one, is answered as it is; `countryCode` (ISO 3166, empty where it
 * is not known) is the country of those that name none.
 */
export function readablePhone(text: string, countryCode: string): string {
  const number = parsePhoneNumberFromString(text, countryCode as CountryCode)
  if (number?.isPossible() !== true) return text
  const readable = inGroups(number.formatInternational())
  return digitsOf(readable).endsWith(digitsOf(text)) ? readable : text
}
