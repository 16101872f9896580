import { smsCount } from './message-text.ts'
import { say } from './messages.ts'

/** How long a text is: `142 characters · 3 SMS`. */
export const lengthText = (text: string): string =>
  [
    say('guestTextLength.characters', { n: Array.from(text).length }),
    say('guestTextLength.parts', { n: smsCount(text) }),
  ].join(' · ')
