import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { nextTick } from 'vue'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { closeWall, openWall, shown, ticketFor } from '../test-support/open-wall.ts'
import { makeItem } from '../test-support/sample-ticket.ts'
import { sampleStations } from '../test-support/sample-stations.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeWall)

/** A ticket with a dish of one station; words of an allergy give it another sound. */
const ticketOf = (nth: number, station: string, allergyWords: string[] = []) =>
  ticketFor(nth, {
    items: [makeItem({ allergyWords, work: [{ station, startedAt: null, doneAt: null, by: '' }] })],
  })

/** The sounds in order. Whoever plays one fetches it before, once. */
function soundsOf(): () => (string | undefined)[] {
  const fetched = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetched.mockRestore())
  return () =>
    fetched.mock.calls.flatMap(([url]) => {
      const match = /(\w+)\.wav/.exec(url instanceof Request ? url.url : url.toString())
      return match === null ? [] : [match[1]]
    })
}

test('a station gets a sound for its own tickets only, and none for a choice of other stations', async () => {
  const sounds = soundsOf()
  const bridge = new FakeBridge([ticketOf(1, 'grill')])
  bridge.answers['stations.get'] = sampleStations({ own: ['grill'] })
  bridge.preferences = { ...bridge.preferences, soundOn: true, volume: 0.1 }
  await openWall(bridge)
  await expect.poll(shown).toEqual([1001])
  // A browser plays only after a tap.
  await page.getByRole('heading').first().click()
  bridge.change([ticketOf(2, 'bar')])
  await nextTick()
  bridge.answers['stations.get'] = sampleStations()
  bridge.notify({ type: 'stations.changed' })
  await expect.poll(shown).toEqual([1001, 1002])
  bridge.answers['stations.get'] = sampleStations({ own: ['grill'] })
  bridge.notify({ type: 'stations.changed' })
  await expect.poll(shown).toEqual([1001])
  bridge.change([ticketOf(3, 'grill', ['nuts'])])
  await expect.poll(sounds).toEqual(['allergy'])
  bridge.change([ticketOf(4, 'grill')])
  await expect.poll(sounds).toEqual(['allergy', 'new'])
})

test('an event has the sound that this screen chose, or none', async () => {
  const sounds = soundsOf()
  const bridge = new FakeBridge([ticketOf(1, 'grill')])
  const chosen = { soundNew: 'bell', soundAllergy: 'off' } as const
  bridge.preferences = { ...bridge.preferences, soundOn: true, volume: 0.1, ...chosen }
  await openWall(bridge)
  await expect.poll(shown).toEqual([1001])
  await page.getByRole('heading').first().click()
  bridge.change([ticketOf(2, 'grill', ['nuts'])])
  await expect.poll(shown).toEqual([1001, 1002])
  bridge.change([ticketOf(3, 'grill')])
  await expect.poll(sounds).toEqual(['bell'])
})
