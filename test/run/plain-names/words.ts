import type { PlainNames } from './plain-names.ts'

/** Words that newcomers could not understand, with their replacements. */
const everywhere: Readonly<Record<string, string>> = {
  anew: 'again, or new',
  apart: 'separate',
  arrival: 'inbox message',
  bag: 'object, metadata',
  beside: 'extra, others, the name of what it is next to',
  book: 'reservations, store, list',
  booking: 'reservation, reservation details',
  come: 'added, arrived',
  debt: 'outbox entry',
  deed: 'action, command',
  fewest: 'min',
  glass: 'wall, screen',
  going: 'what is about to end: before-unload',
  hear: 'receive, handle',
  heard: 'received, seen',
  hearing: 'receiving, listener',
  hears: 'receives, listens to',
  heed: 'handle, follow',
  kept: 'stored, row',
  least: 'min',
  manner: 'style, behaviour',
  mend: 'repair, reopen, fix',
  mended: 'repaired, reopened, fixed',
  most: 'max',
  owe: 'enqueue, pending',
  owed: 'pending, queued',
  owing: 'pending, queued',
  piece: 'segment, chunk, item',
  reading: 'tolerant parsing, list job, refresh',
  saying: 'text, summary, content',
  sheet: 'report, page',
  spoken: 'text, search form',
  standing: 'delivery, state',
  steady: 'guard, stable',
  stretch: 'range, period',
  tallied: 'summed, counted',
  tally: 'sum, count',
  telling: 'notification, answer',
  told: 'reported, answered, notified, sent',
  tongue: 'language, locale',
  truth: 'state, value',
  twist: 'change, interference',
  voice: 'language, wording',
  wanted: 'desired, expected, required',
  wish: 'desired, draft, request',
}

/** Words that are no name of a variable, with examples of what says what it holds. */
const alone: Readonly<Record<string, string>> = {
  found: 'row, match, path',
  given: 'input, details, headers',
  known: 'facts, names, ids',
  made: 'store, row, result',
  said: 'text, answer, lines',
  taken: 'ids, names, sent',
  thing: 'item, ticket, row',
}

/** Names of other programs, and names in which the word has its ordinary meaning. */
const allowed: readonly string[] = [
  // Columns of the database, and parts of stored rows, entries and files.
  'booking',
  'booking-last',
  'kept',
  'keptAs',
  'kept_at',
  'heard_at',
  'pieces',
  'toldAt',
  'told_at',
  'truth',
  // The platform's.
  'estimatedArrivalAtStoreAt',
  // Settings.
  'automaticLeast',
  'automaticMost',
  // It is being read.
  'isReading',
]

export const plainWords: PlainNames = { instead: everywhere, alone, allowed }
