import type { DeliveryReason } from '../deliveries/delivery.ts'

/*
 * What a screen needs to set up a receipt printer and to show its jobs. It is separate from the
 * schemas, so that such a page does not load them.
 */

/** Widths of a paper roll, in millimetres. */
export const rollWidths = [80, 58] as const
export type RollWidth = (typeof rollWidths)[number]

/**
 * Letters per line on the narrowest printer of each width in the encoder's tables. Some printers of
 * 80 mm have 48, and cheap ones also 40.
 */
export const usualColumns: Readonly<Record<RollWidth, number>> = { 80: 42, 58: 32 }
export const columnLimits = { min: 24, max: 48 } as const

/**
 * How a printer prints letters outside of ASCII: on code pages, as images, or not at all, with plain
 * letters in their place.
 */
export const printerLetters = ['code-page', 'images', 'plain'] as const
export type PrinterLetters = (typeof printerLetters)[number]

export const usualPort = 9100
/** A print server gives each of its printers the next port. The restaurant has to allow any other port. */
export const printerPorts = { first: usualPort, last: 9109 } as const
export const highestPort = 65_535

/** The device file of a USB printer on Linux. */
export const usbDevice = /^\/dev\/usb\/lp\d{1,3}$/
/**
 * A host name or an address of the local network, without a scheme: `192.168.1.50`,
 * `kitchen-printer.local`. Or a device file, for which the port means nothing.
 */
export const printerAddress = /^(?:[\w.:%-]{1,253}|\/dev\/usb\/lp\d{1,3})$/

/** What a printer prints by itself: whole tickets, dishes of some stations, or labels for bags. */
export const printedParts = ['full', 'station', 'labels'] as const
export type PrintedPart = (typeof printedParts)[number]

/** When: once an order is known, or once its ticket is due on the wall. */
export const printMoments = ['arrival', 'due'] as const

/** Why a printer has not accepted a job yet, or why nobody is sure that it was printed. */
export const printTroubles = [
  'nobody-listens',
  'no-such-name',
  'no-way-there',
  'too-slow',
  'cut-off',
  'no-printer',
  'no-paper',
  'cover-open',
  'printer-offline',
  'printer-busy',
  'not-for-printers',
  'no-device',
  'no-permission',
  'device-busy',
  'usb-needs-linux',
] as const satisfies readonly DeliveryReason[]
export type PrintTrouble = (typeof printTroubles)[number]
