/*
 * A setting is one row of the table (table.ts). The host's schema and defaults, the page's reading
 * of preferences, Settings and its search are made of the rows. Rows are data only, without zod,
 * because the page's policy would refuse what a schema tries. Their texts are in the page's
 * settings room.
 */

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
  /** Trimmed text; `pattern` is a regular expression, with the flag u. */
  | { is: 'text'; min: number; max: number; pattern?: string }
  | { is: 'list'; of: Rule; max: number }
  | { is: 'wall-keys' }

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
  | 'keep-awake'
  | 'autostart'
  | 'kiosk'
  | 'wall-preview'
  | 'allergy-words'
  | 'sound-samples'
  | 'threshold'
  | 'guest-texts'
  | 'close-out-names'
  | 'printers'
  | 'pin'
  | 'screens'
  | 'stations'
  | 'network'
  | 'other-host'
  | 'wall-keys'
  | 'key-maps'
  | 'backups'
  | 'data-folder'
  | 'updates'
  | 'connection-link'
  | 'about'

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
  /** The field shows `warning` while its number is above that of this other row. */
  warnAbove?: string
}

export interface Valued<Of extends Owner, Value> {
  of: Of
  rule: Rule
  default: Value
}

interface RowOptions<Of extends Owner, Value> {
  of: Of
  default: Value
  control?: CustomControl
  warnAt?: Value
  warnWith?: string
  warnAbove?: string
}
type Drawn<Of extends Owner, Value> = Row & Valued<Of, Value>
interface Range {
  min: number
  max: number
  slider?: Slider
}

export const toggle = <Of extends Owner>(row: RowOptions<Of, boolean>): Drawn<Of, boolean> => ({
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

export const number = <Of extends Owner>(row: RowOptions<Of, number> & Range): Drawn<Of, number> =>
  ranged(row)

/** A whole number or none: null, which is 0 on the slider. */
export const limit = <Of extends Owner>(
  row: RowOptions<Of, number | null> & Range,
): Drawn<Of, number | null> => ranged(row, { orNone: true })

/** A fraction from 0 to 1, shown in percent. */
export function share<Of extends Owner>({
  step,
  ...row
}: RowOptions<Of, number> & Range & { step: number }): Drawn<Of, number> {
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

export const choice = <Of extends Owner, const Value extends string | number | null>(
  values: readonly Value[],
  row: RowOptions<Of, NoInfer<Value>>,
): Drawn<Of, Value> & { control: 'choices' } => ({
  ...row,
  control: 'choices',
  rule: { is: 'one-of', values },
})

/** A fraction or none: null, which is 0 on the slider. */
export function shareOrNone<Of extends Owner>({
  step,
  ...row
}: RowOptions<Of, number | null> & Range & { step: number }): Drawn<Of, number | null> {
  const { min, max } = row
  const slider = { min: 0, max: max * 100, step: Math.round(step * 100), percent: true }
  return { control: 'slider', rule: { is: 'number', min, max, orNone: true }, ...row, slider }
}

const timeOfDay = '^([01]\\d|2[0-3]):[0-5]\\d$'
/** A time of day, HH:MM. */
export const time = <Of extends Owner>(row: RowOptions<Of, string>): Drawn<Of, string> => ({
  control: 'time',
  rule: { is: 'text', min: 5, max: 5, pattern: timeOfDay },
  ...row,
})

/** A value that only a custom control sets, with its own rule. */
export const ruled = <Of extends Owner, Value>(
  rule: Rule,
  row: RowOptions<Of, Value> & { control: CustomControl },
): Drawn<Of, Value> => ({ rule, ...row })

/** A row whose value is stored outside the settings, or that has none. */
export const custom = (row: Row & { control: CustomControl }): Row => row

/** A value that is not set in Settings. */
export const hidden = <Of extends Owner, Value>(
  of: Of,
  rule: Rule,
  initial: Value,
): Valued<Of, Value> => ({ of, rule, default: initial })

export const section = <const Rows extends Readonly<Record<string, Row>>>(rows: Rows) => rows
