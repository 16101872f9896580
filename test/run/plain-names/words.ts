import type { PlainNames } from './plain-names.ts'

/** Words that newcomers could not read, by what to say instead. */
const everywhere: Readonly<Record<string, string>> = {
  anew: 'again, or new',
  apart: 'separate',
  arrival: 'inbox message',
  book: 'reservations, store, list',
  booking: 'reservation, reservation details',
  debt: 'outbox entry',
  deed: 'action, command',
  glass: 'wall, screen',
  going: 'what is about to end: before-unload',
  hand: 'pointer, person',
  hear: 'receive, listen',
  heard: 'received, seen',
  hears: 'receives, listens to',
  kept: 'stored, row',
  look: 'style, check, appearance',
  mend: 'repair, reopen, fix',
  owe: 'enqueue, pending',
  owed: 'pending, queued',
  owing: 'pending, queued',
  part: 'component, section, segment, chunk, field',
  piece: 'segment, chunk, item',
  reading: 'tolerant parsing, list job, refresh',
  sheet: 'report, page',
  standing: 'delivery, state',
  steady: 'guard, stable',
  stretch: 'range, period',
  tally: 'sum, count',
  tell: 'notify, answer, distinguish, set',
  telling: 'notification, answer',
  told: 'reported, answered, notified, sent',
  truth: 'state, value',
  voice: 'language, wording',
  wanted: 'desired, expected, required',
  wish: 'desired, draft, request',
  word: 'message, text, term',
}

/** Names of other programs, and those in which the word says what everybody understands. */
const allowed: readonly string[] = []

export const plainWords: PlainNames = { instead: everywhere, allowed }
