/*
 * Separate from the schemas: the page imports this file without loading zod, whose generated code
 * the page's content security policy blocks.
 */

export const occasions = ['birthday', 'anniversary', 'date', 'business', 'celebration'] as const

/** The messages that a restaurant writes to a guest, from booking to the table. */
export const guestMessageKinds = ['confirmation', 'reminder', 'ready', 'late'] as const
export type GuestMessageKind = (typeof guestMessageKinds)[number]

/** The letters of a restaurant's own text. */
export const longestGuestText = 500

/** The app on this device that sends a message. */
export const guestMessageChannels = ['sms', 'whatsapp'] as const
