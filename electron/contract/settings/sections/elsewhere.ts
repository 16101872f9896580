import { orderTypes, type OrderType } from '../../tickets/ticket.ts'
import { languages, type Language } from '../../shared/languages.ts'
import { soundChoices, type SoundChoice } from '../fields.ts'
import { hidden, type Rule } from '../row.ts'

const whole = (min: number, max: number): Rule => ({ is: 'number', min, max, whole: true })

/** An https address without a name, password, query or hash, or http to this machine; or none. */
const publicAddress =
  '^(https://[^\\s@/?#]+(/[^\\s@?#]*)?|http://(localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1\\])(:\\d+)?(/[^\\s@?#]*)?)?$'

export const inQueue = {
  types: hidden<'screen', OrderType[]>(
    'screen',
    { is: 'list', of: { is: 'one-of', values: orderTypes }, max: 20 },
    [],
  ),
  showAllDay: hidden('screen', { is: 'yes-no' }, false),
}

const sound = () =>
  hidden<'screen', SoundChoice>('screen', { is: 'one-of', values: soundChoices }, 'own')

/** In the row `sounds` of Settings. */
export const inSounds = {
  soundCancelled: sound(),
  soundRefused: sound(),
  soundChanged: sound(),
  soundAllergy: sound(),
  soundDriver: sound(),
  soundNew: sound(),
}

export const inConnection = {
  pollSeconds: hidden('restaurant', whole(5, 300), 15),
  /** The rate at which pages of lists are requested, for all lists together. */
  requestsPerSecond: hidden('restaurant', whole(1, 50), 5),
  /** 127.0.0.1, or another address of this machine. */
  webhookAddress: hidden('restaurant', { is: 'text', min: 1, max: 100 }, '127.0.0.1'),
  /** Where the platform reaches the listener from outside; empty if it can't. Its host name is accepted. */
  publicEventsAddress: hidden(
    'restaurant',
    { is: 'text', min: 0, max: 300, pattern: publicAddress },
    '',
  ),
  /** Further host names under which senders may reach the listener. */
  webhookHosts: hidden<'restaurant', string[]>(
    'restaurant',
    { is: 'list', of: { is: 'text', min: 1, max: 253 }, max: 20 },
    [],
  ),
  webhookPort: hidden('restaurant', whole(0, 65_535), 4890),
  /** Whether the chain of the relay's file may change this store. */
  chainInstructions: hidden('restaurant', { is: 'yes-no' }, true),
  /** Whether that chain sees the day's sales and covers of this store. */
  chainFigures: hidden('restaurant', { is: 'yes-no' }, false),
}

export const inSetup = {
  /** This screen has left the first steps, so its next start opens the wall. */
  isWelcomed: hidden('screen', { is: 'yes-no' }, false),
  /** This screen was offered the tour of the practice store. */
  isTourOffered: hidden('screen', { is: 'yes-no' }, false),
  /** How often a person at this screen didn't want to give it a name. */
  namesDeclined: hidden('screen', whole(0, 99), 0),
}

export const inReservations = {
  /** In which language this screen last wrote to a guest; null until then. */
  guestLanguage: hidden<'screen', Language | null>(
    'screen',
    { is: 'one-of', values: [...languages, null] },
    null,
  ),
}

/** Nobody has needed to set these. */
export const nowhere = {
  /** Minutes allowed for an order that has neither a promised time nor a duration. */
  fallbackPreparationMinutes: hidden('restaurant', whole(1, 240), 15),
}
