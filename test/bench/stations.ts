import { callWeb } from '#test/support/web-process.ts'
import type { StationPlan, Station } from '#contract/stations/station.ts'
import { maxOurs, maxRatio, type Part } from './figure.ts'
import { plan, round } from './screens.ts'
import { startBuilt, type Subject } from './subject.ts'

const names = ['Grill', 'Cold', 'Bar', 'Fryer']
const count = names.length + 1

/** Makes stations that share the menu's categories, and the products of the posted orders. */
async function makeStations({ ui }: Subject): Promise<void> {
  const { groups } = (await callWeb(ui, 'stations.plan', {})) as StationPlan
  for (const [nth, name] of names.entries()) {
    const station = { id: null, name, color: 'red', icon: 'flame' }
    const { id } = (await callWeb(ui, 'stations.save', station)) as Station
    const keys = groups.filter((_, at) => at % names.length === nth).map((group) => group.id)
    if (keys.length > 0)
      await callWeb(ui, 'stations.setRules', { by: 'category', keys, stations: [id] })
  }
}

async function withStations(): Promise<Subject> {
  const subject = await startBuilt()
  await makeStations(subject)
  return subject
}

const five = '5 screens with stations at 50 orders/s, p99'
const lost = '  orders that did not reach every screen of them'

/** Four stations and expo, each with a screen. */
export const stations: Part = {
  rounds: 2,
  lines: [
    {
      name: five,
      unit: 'ms',
      measures:
        'From the POST of a new order to the socket of each screen, with its dishes routed.',
      floor: 'ours with one screen and no stations',
      aim: maxRatio(2),
    },
    {
      name: lost,
      unit: 'orders',
      measures: 'Sum over all screens of a round.',
      floor: null,
      aim: maxOurs(0, 'orders'),
    },
  ],
  async measure(rounds) {
    const p99s: { one: number[]; five: number[] } = { one: [], five: [] }
    const missing: number[] = []
    for (let nth = 0; nth < rounds; nth++) {
      const one = await round(await startBuilt(), 1)
      const all = await round(await withStations(), count)
      p99s.one.push(one.p99)
      p99s.five.push(all.p99)
      missing.push(one.lost + all.lost)
    }
    return {
      [five]: { floor: p99s.one, ours: p99s.five },
      [lost]: {
        floor: [],
        ours: missing,
        note: `${String(plan.perSecond * plan.seconds)} to each`,
      },
    }
  },
}
