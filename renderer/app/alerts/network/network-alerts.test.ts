import { expect, test } from 'vitest'
import type { WaitingScreen } from '#contract/network/network.ts'
import { elsewhereAlerts, networkAlerts } from './network-alerts.ts'

const waitingAt = (address: string): WaitingScreen => ({
  ...{ id: address, system: 'ipados', address, endsAt: '2026-11-20T15:35:00.000Z' },
})

test('there is no alert while no screen waits', () => {
  expect(networkAlerts({ waiting: [] })).toEqual([])
})

test('a screen that waits leads to where it is let in, and several are one alert', () => {
  const [first, second] = [waitingAt('192.168.1.20'), waitingAt('192.168.1.21')]
  const [alert] = networkAlerts({ waiting: [first] })
  expect(alert).toMatchObject({
    title: 'A new screen wants to join',
    jump: { to: '/setup/network' },
  })
  const both = networkAlerts({ waiting: [first, second] })
  expect(both).toHaveLength(1)
  expect(both[0]?.title).toMatch(/2.* new screens want to join/)
})

test('orders that somebody else marked ready are one alert with their codes, and no others are in it', () => {
  expect(elsewhereAlerts([{ code: '1001' }], () => undefined)).toEqual([])
  const marked = (code: string) => ({ code, isReadyElsewhere: true }) as const
  let seen = 0
  const [alert] = elsewhereAlerts(
    [{ code: '1001' }, marked('1002'), marked('1003')],
    () => void seen++,
  )
  expect(alert?.title).toMatch(/2.* orders marked ready elsewhere/)
  expect(alert?.text).toMatch(/1002.*1003/)
  expect(alert?.text).not.toContain('1001')
  expect(alert?.jump).toMatchObject({ to: '/setup/network' })
  alert?.actions[0]?.run?.()
  expect(seen).toBe(1)
  const codes = Array.from({ length: 7 }, (_, nth) => marked(`20${String(nth)}`))
  const [long] = elsewhereAlerts(codes, () => undefined)
  expect(long?.text).toMatch(/205.*…/)
  expect(long?.text).not.toContain('206')
})
