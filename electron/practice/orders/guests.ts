import guestsFile from '../../../resources/practice/guests.json' with { type: 'json' }

/** Invented guests and drivers: their names, addresses and words. */
export const guests = guestsFile
