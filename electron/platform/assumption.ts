import type { NameArea } from '#contract/doctor/doctor.ts'

export interface Form {
  /** Completes a sentence that starts with the name: "… must be". */
  expected: string
  /** All values, if the set is closed. */
  values?: readonly string[]
  fits(value: string): boolean
}

/** Any text: the name of a field, a parameter, a status or an event. */
const anyName: Form = { expected: 'a text', fits: (value) => value.trim() !== '' }

/** One of a closed set. */
export const oneOf = (...values: readonly string[]): Form => ({
  expected: `one of ${values.join(', ')}`,
  values,
  fits: (value) => values.includes(value),
})

function isTermList(value: string, min: number, max: number): boolean {
  const values = value.split(' ')
  return (
    new Set(values).size === values.length &&
    !values.some((word) => /^$|\s/.test(word)) &&
    values.length >= min &&
    values.length <= max
  )
}

/** Different words separated by single spaces, with a minimum and maximum number. */
export const termList = (min = 1, max = Infinity): Form => ({
  expected: `${min === max ? String(min) : `${String(min)} or more`} different words, a space between them`,
  fits: (value) => isTermList(value, min, max),
})

/** Any number of different words, also none. */
export const termsOrNone: Form = {
  expected: 'different words with a space between them, or nothing',
  fits: (value) => value === '' || termList().fits(value),
}

/** The numbers of Monday to Sunday. */
export const weekdayNumbers: Form = {
  expected: '7 different numbers, a space between them',
  fits: (value) =>
    termList(7, 7).fits(value) && value.split(' ').every((word) => /^\d{1,2}$/.test(word)),
}

const isPath = (value: string): boolean => /^\/[^\s?#{}]*$/.test(value)

/** A whole number of minutes, up to a day. */
export const wholeMinutes: Form = {
  expected: 'a whole number of minutes, 1440 at most',
  fits: (value) => /^\d{1,4}$/.test(value) && Number(value) <= 1440,
}

/** A path below the base address. */
export const path: Form = {
  expected: 'a path that begins with /',
  fits: isPath,
}

/** A path with a placeholder. */
export const pathWith = (...places: string[]): Form => ({
  expected: `a path that begins with / and has ${places.join(' and ')} in it once`,
  fits: (value) =>
    places.every((place) => value.split(place).length === 2) &&
    isPath(places.reduce((path, place) => path.replace(place, ''), value)),
})

/** The end of a path, without the slash before it. */
export const pathSegment: Form = {
  expected: 'the end of an address, without a / before it',
  fits: (value) => isPath(`/${value}`) && /^[^/]/.test(value),
}

/** The content of an Authorization header. It may be a secret if someone wrote one there. */
export const tokenTemplate: Form = {
  expected: 'a text with {token} in it once, on one line',
  fits: (value) => value.split('{token}').length === 2 && /^[\x20-\x7E]+$/.test(value),
}

/** The prefix of the vendor's own names. */
export const identifier: Form = {
  expected: 'a word of letters and digits that begins with a letter',
  fits: (value) => /^[a-z]\w*$/i.test(value),
}

/**
 * Where an assumed name comes from: the platform's other public pages or those of an older version (`documented`),
 * live traffic (`field`), its neighbours (`inferred`), or nowhere (`guess`). platform/README.md, Assumptions.
 */
export type Sureness = 'documented' | 'field' | 'inferred' | 'guess'

export interface Assumption {
  default: string
  area: NameArea
  sure: Sureness
  /** What is assumed, in plain words for the report. */
  assumes: string
  form: Form
}

/** Creates assumptions of one area with the same certainty. */
export const about =
  (area: NameArea, sure: Sureness) =>
  (value: string, assumes: string, form: Form = anyName): Assumption => ({
    default: value,
    area,
    sure,
    assumes,
    form,
  })

/** Each word of a text. */
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text

/** One assumption for each field of a thing whose fields aren't specified, as `thing.field`. */
export function fields<Kind extends string, Names extends string>(
  kind: Kind,
  names: Names,
  { area, sure, of }: Pick<Assumption, 'area' | 'sure'> & { of: string },
): Record<`${Kind}.${Words<Names>}`, Assumption> {
  const assume = about(area, sure)
  const each = names
    .split(' ')
    .map((name) => [`${kind}.${name}`, assume(name, `The field "${name}" of ${of}`)])
  return Object.fromEntries(each) as Record<`${Kind}.${Words<Names>}`, Assumption>
}
