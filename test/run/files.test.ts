import { expect, test } from 'vitest'
import { isFoundation } from './files.ts'

test.each([
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
  'electron.vite.config.ts',
  'eslint.config.js',
  'renderer/tsconfig.json',
  'test/journeys/playwright.config.ts',
  'test/support/kitchen.ts',
  'test/support/nats/nats-server.ts',
  'test/run/main.ts',
  '.ci/run',
])('after a change of %s everything runs', (file) => {
  expect(isFoundation(file)).toBe(true)
})

test.each([
  'electron/host/host.ts',
  'electron/contract/config/config.ts',
  'renderer/wall/WallView.vue',
  'test/journeys/order.spec.ts',
  'test/budget.json',
  'docs/developers/testing.md',
])('a change of %s is not one of the foundation', (file) => {
  expect(isFoundation(file)).toBe(false)
})
