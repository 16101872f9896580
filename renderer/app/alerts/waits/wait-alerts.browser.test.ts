import { afterEach, expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { useSound } from '../../../sound/sound.ts'
import { FakeBridge } from '../../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../../test-support/mount-component.ts'
import {
  makeReservation,
  makeReservations,
  today,
} from '../../../test-support/open-reservations.ts'
import { sampleScreens } from '../../../test-support/sample-screens.ts'
import type { Alert } from '../alert.ts'
import { useAlerts } from '../alerts.ts'
import LaterAlerts from '../LaterAlerts.ts'

afterEach(unmountComponent)

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
/** Guests whose quoted 15 minutes began so long ago. */
const waiting = (id: string, firstName: string, minutes: number, some: object = {}): Reservation =>
  makeReservation({
    ...{ id, firstName, lastName: '', kind: 'waiting', partySize: 2, takenAt: ago(minutes) },
    quote: { minutes: 15, at: ago(minutes) },
    ...some,
  })

async function open(parties: Reservation[], role: 'counter' | 'kitchen' = 'counter') {
  const bridge = new FakeBridge()
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: role }, { hasPin: true })
  bridge.answers['reservations.list'] = makeReservations(parties)
  let ofWaits = (): readonly Alert[] => []
  const ring = vi.fn<() => void>()
  await mountComponent(
    defineComponent(() => {
      const alerts = useAlerts()
      vi.spyOn(useSound(), 'remind').mockImplementation(ring)
      ofWaits = () => alerts.all.filter(({ id }) => id.startsWith('waits '))
      return () => h(LaterAlerts)
    }),
    bridge,
  )
  const change = (to: Reservation[]) => {
    bridge.answers['reservations.list'] = makeReservations(to)
    bridge.notify({ type: 'reservations.changed', days: [today], revision: 2 })
  }
  return { bridge, alerts: () => ofWaits(), change, ring }
}

test('guests who wait past their quoted time are said once with one sound, until they have a table or another time', async () => {
  const inTime = waiting('a', 'Eva', 5)
  const { alerts, change, ring, bridge } = await open([inTime])
  await expect.poll(() => bridge.asked('reservations.list').length).toBeGreaterThan(0)
  expect(alerts()).toEqual([])
  const late = waiting('a', 'Eva', 17)
  change([late])
  await expect.poll(() => alerts()[0]?.title).toMatch(/Eva.* \(2\) is waiting past the quoted time/)
  expect(alerts()[0]).toMatchObject({
    tone: 'warn',
    isFront: true,
    jump: { to: { path: '/reservations', query: { open: 'a' } } },
  })
  expect(alerts()[0]?.text).toMatch(/^Quoted 15 min at /)
  expect(ring).toHaveBeenCalledOnce()
  change([{ ...late, requests: 'By the window' }])
  change([late, waiting('b', 'Noa', 20)])
  await expect.poll(() => alerts()[0]?.title).toBe('2 parties are waiting past the quoted time')
  expect(alerts()[0]?.text).toMatch(/Eva.*Noa/)
  expect(ring).toHaveBeenCalledTimes(2)
  // Another time for one, a table for the other.
  change([
    { ...late, quote: { minutes: 10, at: ago(0) } },
    { ...waiting('b', 'Noa', 20), kind: 'walk-in', visit: 'seated' },
  ])
  await expect.poll(alerts).toEqual([])
  expect(ring).toHaveBeenCalledTimes(2)
})

test('what was overdue before the page opened makes no sound, and goes when somebody has read it', async () => {
  const { alerts, ring } = await open([waiting('a', 'Eva', 30), waiting('b', 'Noa', 3)])
  await expect.poll(() => alerts().length).toBe(1)
  expect(ring).not.toHaveBeenCalled()
  await alerts()[0]?.actions[0]?.run?.()
  await expect.poll(alerts).toEqual([])
})

test('a kitchen screen neither asks for the guests nor hears of them', async () => {
  const { alerts, bridge } = await open([waiting('a', 'Eva', 30)], 'kitchen')
  await expect.poll(() => bridge.asked('deliveries.pending').length).toBeGreaterThan(0)
  expect(bridge.asked('reservations.list')).toEqual([])
  expect(alerts()).toEqual([])
})
