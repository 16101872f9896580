/* Apart from the schemas: a page that only asks fetches none of those, and its policy would refuse what they try. */

/**
 * What keys of a keyboard or a bump bar do on the kitchen's wall. `card1` is the first card of the
 * page.
 */
export const wallCommands = [
  'card1',
  'card2',
  'card3',
  'card4',
  'card5',
  'card6',
  'card7',
  'card8',
  'card9',
  'card10',
  'nextPage',
  'previousPage',
  'undo',
  'detail',
  'soldOut',
  'recall',
  'scheduled',
  'allDay',
  'keys',
] as const
export type WallCommand = (typeof wallCommands)[number]

/** Sizes of the wall's text. M is readable from two metres. */
export const wallSizes = ['S', 'M', 'L', 'XL', 'XXL'] as const
export type WallSize = (typeof wallSizes)[number]

/** What sounds for an event: its own sound, another one, or none. */
export const soundChoices = ['own', 'bell', 'chime', 'double', 'low', 'wood', 'off'] as const
export type SoundChoice = (typeof soundChoices)[number]

/** How times are written on screens and on paper. Stored and sent times are always HH:MM. */
export const timeFormats = ['24-hour', '12-hour'] as const
export type TimeFormat = (typeof timeFormats)[number]

/**
 * Whether a payment's `amount` includes its tip. This is not documented, so it is unknown until the
 * store says.
 */
export const tipsInAmount = ['unknown', 'inside', 'outside'] as const
export type TipsInAmount = (typeof tipsInAmount)[number]
