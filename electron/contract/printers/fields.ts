import type { DeliveryReason } from '../deliveries/delivery.ts'

/*
 * What a screen needs to ask for a receipt printer, and to say what became of a paper, apart from the schemas: a page that only asks fetches none of those.
 */

/** Widths of a roll, in millimetres. */
export const rollWidths = [80, 58] as const
export type RollWidth = (typeof rollWidths)[number]

/** The languages that we print in. */
export const paperLanguages = ['en', 'es', 'pt'] as const
export type PaperLanguage = (typeof paperLanguages)[number]

/** Where every receipt printer listens, unless somebody has set it otherwise. */
export const usualPort = 9100
/** Where others do: a print server gives each of its printers the next one. More only where the restaurant allows it. */
export const printerPorts = { first: usualPort, last: 9109 } as const
export const highestPort = 65_535

/** A name or a number of this network, without a scheme: `192.168.1.50`, `kitchen-printer.local`. */
export const printerAddress = /^[\w.:%-]{1,253}$/

/** Why a printer has not taken a job yet, or its paper is in doubt. */
export const printTroubles = [
  'nobody-listens',
  'no-such-name',
  'no-way-there',
  'too-slow',
  'cut-off',
  'no-printer',
  'not-for-printers',
] as const satisfies readonly DeliveryReason[]
export type PrintTrouble = (typeof printTroubles)[number]
