import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { cardOf, closeWall, openWall, shown, ticketFor } from '../../test-support/open-wall.ts'
import { makeItem } from '../../test-support/sample-ticket.ts'
import { sampleStations } from '../../test-support/sample-stations.ts'

const { arrive, arrived } = vi.hoisted(() => {
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  return { arrive: () => arrive(), arrived }
})
// The file that makes the tickets of stations takes long to arrive.
vi.mock('../../state/stations/card-contents.ts', async (load) => {
  await arrived
  return load()
})

const ticketOf = (station: string, nth: number) =>
  ticketFor(nth + 1, {
    items: [makeItem({ work: [{ station, startedAt: null, doneAt: null, by: '' }] })],
  })

beforeEach(() => page.viewport(1280, 800))
afterEach(closeWall)

test('while the part for stations loads, nothing of the whole kitchen is drawn, and nothing is new then', async () => {
  const texts: string[] = []
  const observer = new MutationObserver(() => texts.push(document.body.textContent))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  const bridge = new FakeBridge(['grill', 'bar'].map(ticketOf))
  bridge.answers['stations.get'] = sampleStations({ own: ['grill'] })
  await openWall(bridge)
  await expect.element(page.getByText('Loading orders…')).toBeVisible()
  expect(shown()).toEqual([])
  arrive()
  await expect.poll(shown).toEqual([1001])
  expect(texts.filter((text) => text.includes('1002'))).toEqual([])
  expect(texts.filter((text) => text.includes('All clear'))).toEqual([])
  expect(cardOf(1)?.dataset['new']).toBeUndefined()
})

test('while the stations are not known, nothing of the whole kitchen is drawn, also after the first half second', async () => {
  const bridge = new FakeBridge(['grill', 'bar'].map(ticketOf))
  const hold = bridge.hold('stations.get')
  await openWall(bridge)
  await expect.element(page.getByText('Loading orders…')).toBeVisible()
  expect(shown()).toEqual([])
  const read = await hold.next()
  arrive()
  await read.answer(sampleStations({ own: ['grill'] }))
  await expect.poll(shown).toEqual([1001])
})

test('if the stations can’t be read, the wall says so, and tries again', async () => {
  arrive()
  const bridge = new FakeBridge(['grill', 'bar'].map(ticketOf))
  bridge.refusals['stations.get'] = { code: 'storage' }
  await openWall(bridge)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  expect(shown()).toEqual([])
  bridge.refusals = {}
  bridge.answers['stations.get'] = sampleStations({ own: ['bar'] })
  await again.click()
  await expect.poll(shown).toEqual([1002])
})
