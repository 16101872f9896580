import { afterEach, expect, test } from 'vitest'
import { h } from 'vue'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import AppBadge from './AppBadge.vue'

afterEach(unmountComponent)

const text = () => [...document.querySelectorAll('.badge')].map(({ textContent }) => textContent)

test('a count has at most two digits, and nothing is not counted', async () => {
  await mountComponent(() => [0, 1, 99, 100].map((count) => h(AppBadge, { count })))
  expect(text()).toEqual(['1', '99', '99+'])
})

test('without a count it is a word', async () => {
  await mountComponent(() => h(AppBadge, { tone: 'good' }, () => 'confirmed'))
  expect(text()).toEqual(['confirmed'])
})
