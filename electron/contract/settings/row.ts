import type { Language } from '../languages.ts'

/*
 * A setting is one row of the table (table.ts): whose it is, what it may be, what sets it, and its words in each language.
 * The host's schema and defaults, the page's reading of preferences, Settings and its search are all made of the rows. Rows are
 * data alone, without zod: the page's policy would refuse what a schema tries.
 */

type InEach<Words> = Readonly<Record<Language, Words>>

/**
 * Who has the setting: the whole restaurant (a manager sets it), or one screen, which stores it
 * itself.
 */
export type Owner = 'restaurant' | 'screen'

/** The allowed values. `readValue` checks them. */
export type Rule =
  | { is: 'yes-no' }
  | { is: 'number'; min: number; max: number; whole?: true; orNone?: true }
  | { is: 'one-of'; values: readonly (string | number | null)[] }
  /** Trimmed text; `pattern` is a regular expression. */
  | { is: 'text'; min: number; max: number; pattern?: string }
  | { is: 'list'; of: Rule; max: number }
  | { is: 'wall-keys' }

export interface RowMessages {
  name: string
  hint?: string
  /** Other words for it, which the search finds. */
  search: string
  value?: string
  /** The text for no number. */
  none?: string
  /** Shown while the value is `warnAt`. */
  warning?: string
  /** A choice without a text is shown as it is. */
  choices?: Readonly<Record<string, string>>
}

/** The end of a slider and its step; by default the end of the range, and 1. */
interface Slider {
  min?: number
  max?: number
  step?: number
}

/**
 * Settings that need more than a switch, a slider, choices or a time. Each has its own component in
 * the room.
 */
export type CustomControl =
  | 'screen-name'
  | 'own-role'
  | 'wall-preview'
  | 'sound-samples'
  | 'threshold'
  | 'close-out-names'
  | 'printers'
  | 'pin'
  | 'screens'
  | 'wall-keys'
  | 'key-maps'
  | 'connection-link'

export interface Row {
  /** Null if the row changes nothing. */
  of: Owner | null
  /** A row without a rule has no stored value. */
  rule?: Rule
  control: 'switch' | 'slider' | 'choices' | 'time' | CustomControl
  slider?: Required<Slider> & { percent: boolean }
  /** At this value the field shows `warning`. With `warnWith`, only while that switch is on. */
  warnAt?: unknown
  warnWith?: string
  messages: InEach<RowMessages>
}

export interface Valued<Of extends Owner, Value> {
  of: Of
  rule: Rule
  default: Value
}

interface Given<Of extends Owner, Value, Words = object> {
  of: Of
  default: Value
  control?: CustomControl
  warnAt?: Value
  warnWith?: string
  messages: InEach<RowMessages & Words>
}
type Drawn<Of extends Owner, Value> = Row & Valued<Of, Value>
interface Range {
  min: number
  max: number
  slider?: Slider
}

export const toggle = <Of extends Owner>(row: Given<Of, boolean>): Drawn<Of, boolean> => ({
  control: 'switch',
  rule: { is: 'yes-no' },
  ...row,
})

function ranged<Row extends Range>(row: Row, none: { orNone?: true } = {}) {
  const { min, max } = row
  const slider = { min: none.orNone ? 0 : min, max, step: 1, percent: false, ...row.slider }
  const rule: Rule = { is: 'number', min, max, whole: true, ...none }
  return { control: 'slider' as const, rule, ...row, slider }
}

export const number = <Of extends Owner>(row: Given<Of, number> & Range): Drawn<Of, number> =>
  ranged(row)

/** A whole number or none: null, which is 0 on the slider. */
export const limit = <Of extends Owner>(
  row: Given<Of, number | null> & Range,
): Drawn<Of, number | null> => ranged(row, { orNone: true })

/** A fraction from 0 to 1, shown in percent. */
export function share<Of extends Owner>({
  step,
  ...row
}: Given<Of, number> & Range & { step: number }): Drawn<Of, number> {
  const { min, max } = row
  const percent = (part: number) => Math.round(part * 100)
  const slider = { min: percent(min), max: percent(max), step: percent(step), percent: true }
  return {
    control: 'slider',
    rule: { is: 'number', min, max },
    ...row,
    slider,
  }
}

/** Values that need no text: numbers and capitals are shown as they are. */
type Wordless<Value> = Value extends number
  ? Value
  : Value extends string
    ? Value extends Uppercase<Value>
      ? Value
      : never
    : never
type ChoiceMessages<Value extends string | number | null> = [
  Exclude<Value, Wordless<Value>>,
] extends [never]
  ? object
  : { choices: Readonly<Record<`${Exclude<Value, Wordless<Value>>}`, string>> }

export const choice = <Of extends Owner, const Value extends string | number | null>(
  values: readonly Value[],
  row: Given<Of, NoInfer<Value>, ChoiceMessages<Value>>,
): Drawn<Of, Value> => ({ control: 'choices', rule: { is: 'one-of', values }, ...row })

const timeOfDay = '^([01]\\d|2[0-3]):[0-5]\\d$'
/** A time of day, HH:MM. */
export const time = <Of extends Owner>(row: Given<Of, string>): Drawn<Of, string> => ({
  control: 'time',
  rule: { is: 'text', min: 5, max: 5, pattern: timeOfDay },
  ...row,
})

/** A value that only a custom control sets, with its own rule. */
export const ruled = <Of extends Owner, Value>(
  rule: Rule,
  row: Given<Of, Value> & { control: CustomControl },
): Drawn<Of, Value> => ({ rule, ...row })

/** A row whose value is stored outside the settings, or that has none. */
export const custom = (row: Row & { control: CustomControl }): Row => row

/** A value that is not set in Settings. */
export const hidden = <Of extends Owner, Value>(
  of: Of,
  rule: Rule,
  initial: Value,
): Valued<Of, Value> => ({ of, rule, default: initial })

export const section = <const Rows extends Readonly<Record<string, Row>>>(one: {
  name: InEach<string>
  rows: Rows
}) => one
