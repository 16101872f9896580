import type { ReservationDetails, FloorPlan } from '#contract/reservations/reservations.ts'
import {
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
  type CountryCode,
} from 'libphonenumber-js/min'

/** The fields that can still change, only locally, after the platform has the reservation. */
export const localFields = [
  'sectorId',
  'tableIds',
  'durationMinutes',
  'requests',
  'allergies',
] as const

/** Trims the contacts that a person typed. The platform's own values stay byte for byte. */
const typedGuest = ({
  clientId,
  firstName,
  lastName,
  phone,
  email,
}: ReservationDetails): Partial<ReservationDetails> =>
  clientId === null
    ? {
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        phone: phone.trim(),
        email: email.trim(),
      }
    : {}

export const normalizeDetails = (details: ReservationDetails): ReservationDetails => ({
  ...details,
  ...typedGuest(details),
  startsAt: new Date(details.startsAt).toISOString(),
  tableIds: [...new Set(details.tableIds)],
})

/** The same text for equal details, without some fields. */
function textWithout(fields: readonly string[], details: ReservationDetails): string {
  const others = Object.entries(details).filter(([name]) => !fields.includes(name))
  return JSON.stringify(others.toSorted(([name], [next]) => name.localeCompare(next)))
}

/** Whether two normalized details are equal, ignoring some fields. */
export const isSameBut = (
  fields: readonly string[],
  one: ReservationDetails,
  other: ReservationDetails,
): boolean => textWithout(fields, one) === textWithout(fields, other)

/** Whether a change needs a table, or more time at a table, that the reservation did not have. */
export const needsOtherSeats = (before: ReservationDetails, after: ReservationDetails): boolean =>
  before.durationMinutes !== after.durationMinutes ||
  after.tableIds.some((id) => !before.tableIds.includes(id))

/** How people write an extension, in the languages of our restaurants and their guests. */
const extension =
  /^(?<number>.*\d\)?)[\s,;:.(–—-]*(?:(?:extensi[oó]n|extens[aã]o|extn?|anexo|anx|ramal|interno|int|poste|durchwahl|dw|nebenstelle|x)(?!\p{L})|#)[\s:.#=º°-]*(?<extension>\d{1,8})\)?\s*$/isu

/** A telephone without its extension, and the extension; empty if there is none. */
export function splitExtension(text: string): { number: string; extension: string } {
  const { number = text, extension: extra = '' } = extension.exec(text)?.groups ?? {}
  return { number: number.trim(), extension: extra }
}

const betweenNumbers = /[/|;,\n]|\s(?:o|or|ou|y|e|and)\s|\s(?=\+)/iu
/** A shorter part is a group of one number's digits, or an extension. */
const minDigits = 6

/** The phone numbers in a text, usually one. */
function numbersIn(text: string): string[] {
  const numbers = text
    .split(betweenNumbers)
    .filter((part) => part.replaceAll(/\D/g, '').length >= minDigits)
  return numbers.length > 1 ? numbers : [text]
}

const parse = (text: string, countryCode: string) =>
  numbersIn(text).length > 1
    ? undefined
    : parsePhoneNumberFromString(splitExtension(text).number, countryCode as CountryCode)

/**
 * What is wrong with a phone number that a person typed, or null: its length must be plausible for
 * the number's country, or for the restaurant's (ISO 3166) if it names none.
 */
export function phoneProblem(
  text: string,
  countryCode: string,
): 'two-numbers' | 'too-short' | 'too-long' | 'not-a-number' | 'unknown' | null {
  if (numbersIn(text).length > 1) return 'two-numbers'
  if (parse(text, countryCode)?.isPossible() === true) return null
  const { number } = splitExtension(text)
  switch (validatePhoneNumberLength(number, countryCode as CountryCode)) {
    case 'TOO_SHORT':
      return 'too-short'
    case 'TOO_LONG':
      return 'too-long'
    case 'NOT_A_NUMBER':
      return 'not-a-number'
    default:
      return 'unknown'
  }
}

/**
 * Formats a phone number for the platform (+56912345678), without its extension. Returns an implausible number as typed.
 */
export function international(text: string, countryCode: string): string {
  const number = parse(text, countryCode)
  return number?.isPossible() === true ? number.number : text.trim()
}

/** What stands between two numbers. */
const between = /[/;,|\n]|\s(?:-|–|o|ou|or|y|e|and)\s/iu

/**
 * The number for messages (+56912345678), without its extension: the first of several, or null if
 * none is possible. Whether it can get an SMS is not known: a fixed line may have WhatsApp.
 */
export function phoneForMessages(text: string, countryCode: string): string | null {
  if (text === '') return null
  for (const one of [text, ...text.split(between)]) {
    const number = parse(one, countryCode)
    if (number?.isPossible() === true) return number.number
  }
  return null
}

/** The forms that people search a phone number by: with and without the country code. */
export function searchForms(text: string, countryCode: string): string[] {
  return numbersIn(text)
    .flatMap((each) => [
      each.replaceAll(/\D/g, ''),
      parse(each, countryCode)?.nationalNumber.toString() ?? '',
    ])
    .filter((each) => each !== '')
}

export type Table = FloorPlan['sectors'][number]['tables'][number]

/** Looks tables up by id, in the order of `ids`. Skips unknown ids. */
export function tablesOf(plan: FloorPlan, ids: readonly string[]): Table[] {
  const all = new Map(plan.sectors.flatMap(({ tables }) => tables.map((each) => [each.id, each])))
  return ids.flatMap((id) => all.get(id) ?? [])
}

/** Skips tables without a name: their ids mean nothing to people. */
export const tableNames = (plan: FloorPlan, ids: readonly string[]): string[] =>
  tablesOf(plan, ids).flatMap(({ name }) => (name === '' ? [] : [name]))

const withoutIdName = <Part extends { id: string; name: string }>(
  part: Part,
  maxLength: number,
): Part => (part.name === part.id.slice(0, maxLength).trim() ? { ...part, name: '' } : part)

/** Removes the names that older versions derived from the platform's ids. */
export const withoutIdNames = (plan: FloorPlan): FloorPlan => ({
  sectors: plan.sectors.map((sector) => ({
    ...withoutIdName(sector, 60),
    tables: sector.tables.map((table) => (table.learned ? withoutIdName(table, 30) : table)),
  })),
})

const isRepeated = (ids: readonly string[]): boolean => new Set(ids).size < ids.length

export const hasTwins = ({ sectors }: FloorPlan): boolean =>
  isRepeated(sectors.map(({ id }) => id)) ||
  isRepeated(sectors.flatMap(({ tables }) => tables.map(({ id }) => id)))

/** The tables that an answer of the platform names. */
export interface SeenTables {
  sectorId: string | null
  tableIds: readonly string[]
  partySize: number
}

const maxSectors = 50
const maxTables = 300

/**
 * Adds the sector and the tables of a platform answer that the plan does not have. They have no
 * name until a person enters one, and their number of seats is derived from the party. Returns the
 * same object if there is nothing new.
 */
export function collectTables(
  plan: FloorPlan,
  { sectorId, tableIds, partySize }: SeenTables,
): FloorPlan {
  const fresh = [...new Set(tableIds)].filter((id) => tablesOf(plan, [id]).length === 0)
  const isKnown = plan.sectors.some(({ id }) => id === sectorId)
  if (sectorId === null || (isKnown && fresh.length === 0)) return plan
  const seats = Math.max(1, Math.min(100, Math.ceil(partySize / tableIds.length || 1)))
  const tables = fresh.map((id): Table => ({
    id,
    name: '',
    seats,
    learned: true,
    shape: 'square',
    place: null,
  }))
  const sectors = isKnown
    ? plan.sectors
    : [...plan.sectors, { id: sectorId, name: '', tables: [], fixtures: [] }]
  return {
    sectors: sectors
      .slice(0, maxSectors)
      .map((each) =>
        each.id === sectorId
          ? { ...each, tables: [...each.tables, ...tables].slice(0, maxTables) }
          : each,
      ),
  }
}
