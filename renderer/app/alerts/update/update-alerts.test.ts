import { expect, test, vi } from 'vitest'
import { updateAlerts } from './update-alerts.ts'

const ready = { is: 'ready', version: '1.2.0', wait: null, openTickets: 0 } as const

test('an update that is ready, or of any other state, needs nobody', () => {
  const quiet = { notInstalled: null, isOverdue: false }
  expect(updateAlerts({ ...quiet, state: ready }, vi.fn())).toEqual([])
  expect(updateAlerts({ ...quiet, state: { is: 'newest' } }, vi.fn())).toEqual([])
})

test('a version that was not installed is said until somebody has read it', () => {
  const seen = vi.fn()
  const [alert, ...others] = updateAlerts(
    { notInstalled: '1.2.0', isOverdue: true, state: ready },
    seen,
  )
  expect(others).toEqual([])
  expect(alert?.title).toMatch(/1\.2\.0.* was not installed/)
  expect(alert).toMatchObject({ tone: 'note', jump: { to: '/setup/updates' } })
  alert?.actions[0]?.run?.()
  expect(seen).toHaveBeenCalledOnce()
})

test('one that has been ready for days leads to Settings', () => {
  const [alert] = updateAlerts({ notInstalled: null, isOverdue: true, state: ready }, vi.fn())
  expect(alert?.title).toMatch(/1\.2\.0.* has been ready for days/)
  expect(alert).toMatchObject({ tone: 'note', actions: [], jump: { to: '/setup/updates' } })
})
