import type { ObjectionCode, ReservationObjection } from '#contract/reservations/reservations.ts'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import { language } from '../../locales/i18n.ts'
import { timeOfDay } from '../../clock/times.ts'
import { say } from '../messages.ts'

export const intakeFields = [
  'partySize',
  'day',
  'time',
  'name',
  'phone',
  'email',
  'occasion',
  'tableIds',
  'requests',
  'allergies',
] as const
export type IntakeField = (typeof intakeFields)[number]

const fields: Record<ObjectionCode, IntakeField> = {
  past: 'time',
  'closed-day': 'day',
  'closed-then': 'time',
  pacing: 'time',
  'no-name': 'name',
  'no-contact': 'phone',
  'unusual-phone': 'phone',
  'unusual-email': 'email',
  'table-taken': 'tableIds',
  'needed-soon': 'tableIds',
  'too-few-seats': 'tableIds',
}
/** The field where a person can correct it. */
export const fieldOf = ({ code }: ReservationObjection): IntakeField => fields[code]

const phoneReasons = [
  'objection.phone-two-numbers',
  'objection.phone-too-short',
  'objection.phone-too-long',
  'objection.phone-not-a-number',
] as const

/** A sentence that says what to do. */
export function objectionText(
  { code, about }: ReservationObjection,
  timeZone: string | undefined,
): string {
  const [first = '', second = ''] = about
  switch (code) {
    case 'table-taken':
      return say('objection.table-taken', {
        tables: about.length === 0 ? say('reservationList.assignedTable') : joinTexts(about, ', '),
      })
    case 'too-few-seats':
      return say('objection.too-few-seats', { seats: first, guests: second })
    case 'needed-soon':
      return say('objection.needed-soon', {
        time: timeOfDay(first, language(), timeZone),
        tables: joinTexts(about.slice(1), ', '),
      })
    case 'unusual-phone':
      return say(
        phoneReasons.find((key) => key === `objection.phone-${first}`) ?? 'objection.unusual-phone',
      )
    case 'pacing':
      return say('objection.pacing', { covers: first, limit: second })
    case 'closed-then': {
      const times = about.map((instant) => timeOfDay(instant, language(), timeZone))
      const hours = times.flatMap((time, nth) =>
        nth % 2 === 0 ? [`${time}–${times[nth + 1] ?? ''}`] : [],
      )
      return say('objection.closed-then', { hours: hours.join(', ') })
    }
    default:
      return say(`objection.${code}`)
  }
}
