import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { h } from 'vue'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { oneSegment, recordActions } from '../../test-support/card-segments.ts'
import { distance, sights } from '../../test-support/color-sight.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { countColors } from '../../test-support/pixels.ts'
import { makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import { partsOf } from './ticket-parts.ts'
import TicketCard from './TicketCard.vue'

afterEach(unmountComponent)

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const items = [makeItem({ name: 'Hamburguesa doble' }), makeItem({ key: 'item-2', name: 'Papas' })]

/** A ticket whose clock stands as it is, promised in so many minutes. */
const promisedIn = (minutes: number, fields: Partial<Ticket> = {}) =>
  makeTicket({
    items,
    amberAt: minutesFromNow(minutes - 5),
    promisedAt: minutesFromNow(minutes),
    veryLateAt: minutesFromNow(minutes + 10),
    ...fields,
  })
const states: Record<string, () => Ticket> = {
  calm: () => promisedIn(20),
  amber: () => promisedIn(3),
  late: () => promisedIn(-3),
  allergy: () => promisedIn(20, { guestAllergies: 'Gluten' }),
  'very late': () => promisedIn(-15),
}

async function pictureOf(ticket: Ticket): Promise<string> {
  const style = 'position: relative; width: 240px; height: 280px; font-size: 20px; --foot: 48px'
  await mountComponent(() =>
    h('div', { style, 'data-testid': 'card' }, [
      h(TicketCard, {
        ticket,
        segments: oneSegment(partsOf(ticket, false).length),
        countryCode: null,
        timeZone: undefined,
        showPayment: false,
        headBumps: false,
        soldOutKey: null,
        withStart: false,
        actions: recordActions().actions,
      }),
    ]),
  )
  return page.getByTestId('card').screenshot({ save: false })
}

/** How much there is to see on a card: how far each pixel is from an empty one, on average. */
function loudness(
  colors: ReadonlyMap<number, number>,
  card: string,
  sight: readonly number[],
): number {
  let [sum, all] = [0, 0]
  for (const [color, count] of colors) {
    sum += count * distance(`#${color.toString(16).padStart(6, '0')}`, card, sight)
    all += count
  }
  return sum / all
}

test.for([
  ['light', '#ffffff'],
  ['dark', '#1d2226'],
] as const)(
  'amber is quiet, late is louder, and very late is by far the loudest card for every eye: %s',
  async ([theme, card]) => {
    document.documentElement.dataset['theme'] = theme
    onTestFinished(() => void delete document.documentElement.dataset['theme'])
    const drawn = new Map<string, Map<number, number>>()
    for (const [state, make] of Object.entries(states))
      drawn.set(state, await countColors(await pictureOf(make())))
    for (const [sight, matrix] of Object.entries(sights)) {
      const of = (state: string) => loudness(drawn.get(state) ?? new Map(), card, matrix)
      /** What the state adds to a calm card. */
      const added = (state: string) => of(state) - of('calm')
      const [amber, late, allergy, veryLate] = ['amber', 'late', 'allergy', 'very late'].map(added)
      expect(late, sight).toBeGreaterThan(amber ?? 0)
      expect(veryLate, sight).toBeGreaterThan(2 * (late ?? 0))
      expect(veryLate, sight).toBeGreaterThan(1.5 * (allergy ?? 0))
    }
  },
)
