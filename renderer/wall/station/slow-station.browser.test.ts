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
vi.mock('../../state/stations/own-tickets.ts', async (load) => {
  await arrived
  return load()
})

beforeEach(() => page.viewport(1280, 800))
afterEach(closeWall)

test('while the part for stations loads, nothing of the whole kitchen is drawn, and nothing is new then', async () => {
  const texts: string[] = []
  const observer = new MutationObserver(() => texts.push(document.body.textContent))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  const tickets = ['grill', 'bar'].map((station, nth) =>
    ticketFor(nth + 1, {
      items: [makeItem({ work: [{ station, startedAt: null, doneAt: null, by: '' }] })],
    }),
  )
  const bridge = new FakeBridge(tickets)
  bridge.answers['stations.read'] = sampleStations({ own: ['grill'] })
  await openWall(bridge)
  await expect.element(page.getByText('Loading orders…')).toBeVisible()
  expect(shown()).toEqual([])
  arrive()
  await expect.poll(shown).toEqual([1001])
  expect(texts.filter((text) => text.includes('1002'))).toEqual([])
  expect(texts.filter((text) => text.includes('All clear'))).toEqual([])
  expect(cardOf(1)?.dataset['new']).toBeUndefined()
})
