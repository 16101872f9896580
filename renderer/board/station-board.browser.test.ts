import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { StationPlan, Stations } from '#contract/stations/station.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { closeBoard, namesShown, openBoard } from '../test-support/open-board.ts'
import { planned, samplePlan } from '../test-support/open-stations.ts'
import { makeBoard } from '../test-support/sample-board.ts'
import { sampleStations } from '../test-support/sample-stations.ts'

beforeEach(() => page.viewport(1024, 768))
afterEach(closeBoard)

const all = ['Empanada de pino', 'Jalapeños rellenos', 'Pastel de choclo', 'Palta']
const plan: StationPlan = {
  ...samplePlan,
  products: [
    planned('empanada', { stations: ['grill'] }),
    planned('jalapeno', { stations: ['bar', 'grill'] }),
    planned('pastel', { stations: ['rest'] }),
  ],
}

/** Opens the 86 board of a screen that shows these stations. */
async function open(shown: Partial<Stations>, isPlanned = true): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.answers['stations.get'] = sampleStations(shown)
  if (isPlanned) bridge.answers['stations.plan'] = plan
  return openBoard(makeBoard(), '#/stock', bridge)
}
const filter = (name: string) => page.getByRole('radio', { name, exact: true })
const search = page.getByRole('searchbox')
const notify = (bridge: FakeBridge, shown: Partial<Stations>) => {
  bridge.answers['stations.get'] = sampleStations(shown)
  bridge.notify({ type: 'stations.changed' })
}

test('the board of a station opens with what the station makes, and has the rest a tap away', async () => {
  await open({ own: ['grill'] })
  await expect.element(filter('Grill')).toBeChecked()
  await expect.poll(namesShown).toEqual(['Empanada de pino', 'Jalapeños rellenos'])
  await page.getByText('All', { exact: true }).click()
  await expect.poll(namesShown).toEqual(all)
})

test('a search there finds what other stations make, and options', async () => {
  await open({ own: ['grill'] })
  await expect.poll(namesShown).toHaveLength(2)
  await search.fill('pastel')
  await expect.poll(namesShown).toEqual(['Pastel de choclo'])
  await search.fill('palta')
  await expect.poll(namesShown).toEqual(['Palta'])
  await search.fill('')
  await expect.poll(namesShown).toEqual(['Empanada de pino', 'Jalapeños rellenos'])
})

test('while nobody knows what the station makes everything is there', async () => {
  await open({ own: ['grill'] }, false)
  await expect.element(filter('Grill')).toBeChecked()
  await expect.poll(namesShown).toEqual(all)
})

test('the filter follows the stations of the screen, and is gone with them', async () => {
  const bridge = await open({ own: ['grill'] })
  await expect.poll(namesShown).toHaveLength(2)
  notify(bridge, { own: ['bar'] })
  await expect.element(filter('Bar')).toBeChecked()
  await expect.poll(namesShown).toEqual(['Jalapeños rellenos'])
  notify(bridge, {})
  await expect.poll(namesShown).toEqual(all)
  await expect.element(filter('All')).toBeChecked()
  expect(filter('Bar').elements()).toEqual([])
})

test.for<[string, Partial<Stations>]>([
  ['the whole kitchen', {}],
  ['expo', { isExpo: true }],
])('the board of %s has everything, and asks for no plan', async ([, shown]) => {
  const bridge = await open(shown)
  await expect.poll(namesShown).toEqual(all)
  await expect.element(filter('All')).toBeChecked()
  expect(bridge.asked('stations.plan')).toEqual([])
})
