import type { Owner, Row, Valued } from './row.ts'
import { about, backups, connection, data, network, screens, updates } from './sections/computer.ts'
import {
  inConnection,
  inQueue,
  inReservations,
  inSetup,
  inSounds,
  nowhere,
} from './sections/elsewhere.ts'
import { kitchenTimes, preparationTime, stations } from './sections/kitchen.ts'
import { closeOut, printers, reservations } from './sections/restaurant.ts'
import { appearance, keys, sounds, thisScreen, wall } from './sections/screen.ts'

/** The sections of Settings in order. Each name is also an address. */
export const sections = {
  'this-screen': thisScreen,
  appearance,
  wall,
  stations,
  'kitchen-times': kitchenTimes,
  'preparation-time': preparationTime,
  sounds,
  keys,
  reservations,
  'close-out': closeOut,
  screens,
  printers,
  network,
  connection,
  backups,
  data,
  updates,
  about,
}
export type SectionId = keyof typeof sections

/** The groups in which Settings lists its sections. */
export const groups = {
  screen: ['this-screen', 'appearance'],
  kitchen: ['wall', 'stations', 'kitchen-times', 'preparation-time', 'sounds', 'keys'],
  restaurant: ['reservations', 'close-out'],
  devices: ['screens', 'printers', 'network'],
  computer: ['connection', 'backups', 'data', 'updates', 'about'],
} as const satisfies Record<string, readonly SectionId[]>
export type GroupId = keyof typeof groups

export const shownRows = {
  ...thisScreen,
  ...appearance,
  ...wall,
  ...stations,
  ...sounds,
  ...kitchenTimes,
  ...preparationTime,
  ...reservations,
  ...closeOut,
  ...printers,
  ...screens,
  ...network,
  ...keys,
  ...backups,
  ...data,
  ...updates,
  ...connection,
  ...about,
}
export type RowId = keyof typeof shownRows

const rows = {
  ...shownRows,
  ...inQueue,
  ...inSounds,
  ...inConnection,
  ...inSetup,
  ...inReservations,
  ...nowhere,
}
type Rows = typeof rows

export type ValuesOf<Of extends Owner> = {
  -readonly [
    Key in keyof Rows as Rows[Key] extends Valued<Of, unknown> ? Key : never
  ]: Rows[Key] extends Valued<Of, infer Value> ? Value : never
}

const hasValue = (row: Row | Valued<Owner, unknown>): row is Valued<Owner, unknown> =>
  row.of !== null && row.rule !== undefined

export const valuedRows = (of: Owner): [string, Valued<Owner, unknown>][] =>
  Object.entries<Row | Valued<Owner, unknown>>(rows).flatMap(([key, row]) =>
    hasValue(row) && row.of === of ? [[key, row]] : [],
  )

/** The values of an owner before anybody changed them. */
export const defaultsOf = (of: Owner): Record<string, unknown> =>
  Object.fromEntries(valuedRows(of).map(([key, row]) => [key, row.default]))
