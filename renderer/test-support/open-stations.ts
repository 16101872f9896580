import type { PlannedProduct, Station, StationPlan, Stations } from '#contract/stations/station.ts'
import { FakeBridge } from './fake-bridge.ts'
import { everythingElse, sampleStations } from './sample-stations.ts'

export const grill: Station = { id: 's1', name: 'Grill', color: 'red', icon: 'flame' }
export const bar: Station = { id: 's2', name: 'Bar', color: 'blue', icon: 'cup' }

export const planned = (name: string, some: Partial<PlannedProduct> = {}): PlannedProduct => ({
  ...{ key: `product:${name}`, name, group: 'burgers' },
  ...{ stations: ['s1'], by: 'category' },
  ...some,
})

/** A menu with a product for each kind of rule. */
export const samplePlan: StationPlan = {
  rules: [
    { by: 'category', key: 'burgers', stations: ['s1'] },
    { by: 'product', key: 'product:Ice tea', stations: ['s2'] },
    { by: 'metadata', key: 'HOT', stations: ['s1'] },
  ],
  care: [],
  groups: [
    { id: 'burgers', kind: 'category', name: 'Burgers' },
    { id: 'drinks', kind: 'category', name: 'Drinks' },
    { id: 'milk', kind: 'option-group', name: 'Milkshakes' },
  ],
  products: [
    planned('Cheeseburger'),
    planned('Ají burger', { stations: ['s1', 's2'], by: 'option-group' }),
    planned('Ice tea', { group: 'drinks', stations: ['s2'], by: 'product' }),
    planned('Lemonade', { group: 'drinks', stations: ['rest'], by: null }),
    planned('Gift card', { group: null, stations: ['s2'], by: 'metadata' }),
  ],
  platformStations: ['FRY'],
}
export const listOf = (stations: Station[], screens: Stations['screens'] = {}): Stations =>
  sampleStations({ stations: [...stations, everythingElse], screens })

/** A host with stations and a menu, which suggests nothing. */
export function bridgeWithStations(stations = [grill, bar], plan = samplePlan): FakeBridge {
  const bridge = new FakeBridge()
  bridge.answers['stations.get'] = listOf(stations)
  bridge.answers['stations.plan'] = plan
  bridge.answers['stations.propose'] = []
  bridge.answers['stations.save'] = grill
  for (const name of ['accept', 'remove', 'sort', 'setRules', 'assign'] as const)
    bridge.answers[`stations.${name}`] = null
  return bridge
}
