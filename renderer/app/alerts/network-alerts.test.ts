import { expect, test } from 'vitest'
import type { WaitingScreen } from '#contract/network.ts'
import { networkAlerts } from './network-alerts.ts'

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
