import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageVersion, quietMs } from './page-version.ts'

const reload = vi.fn<() => void>()
const report = vi.fn<(error: Error) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  vi.stubGlobal('reportError', report)
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  sessionStorage.clear()
})

/** Adds an element, with the focus on its field or button. */
function add(html: string): HTMLElement {
  document.body.innerHTML = html
  document.body.querySelector<HTMLElement>('input, button')?.focus()
  return document.body.firstElementChild as HTMLElement
}

test.for([[null], ['1.0.0']])('a host of version %s changes nothing', ([host]) => {
  new PageVersion('1.0.0', reload).compare(host ?? null)
  vi.advanceTimersByTime(10 * quietMs)
  expect(reload).not.toHaveBeenCalled()
  expect(report).not.toHaveBeenCalled()
})

test('a newer host has the page load again once nobody has touched it for a while', () => {
  new PageVersion('1.0.0', reload).compare('1.1.0')
  vi.advanceTimersByTime(quietMs - 1)
  dispatchEvent(new Event('pointerdown'))
  vi.advanceTimersByTime(quietMs - 1)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledOnce()
})

test.for([
  ['a field', '<input>'],
  ['a button of a form', '<form><button></button></form>'],
  ['an open dialog', '<div role="dialog"></div>'],
] as const)('%s in use holds it up', ([, html]) => {
  const element = add(html)
  new PageVersion('1.0.0', reload).compare('1.1.0')
  vi.advanceTimersByTime(10 * quietMs)
  expect(reload).not.toHaveBeenCalled()
  element.remove()
  vi.advanceTimersByTime(quietMs)
  expect(reload).toHaveBeenCalledOnce()
})

test('a stream of the own version, before it loads, calls it off', () => {
  const version = new PageVersion('1.0.0', reload)
  version.compare('1.1.0')
  version.compare('1.0.0')
  vi.advanceTimersByTime(10 * quietMs)
  expect(reload).not.toHaveBeenCalled()
})

test('a page that is still of another version afterwards says so and stays, until the next version', () => {
  new PageVersion('1.0.0', reload).compare('1.1.0')
  vi.advanceTimersByTime(quietMs)
  const version = new PageVersion('1.0.0', reload)
  version.compare('1.1.0')
  vi.advanceTimersByTime(10 * quietMs)
  expect(reload).toHaveBeenCalledOnce()
  expect(report.mock.calls).toEqual([[new Error('this page has version 1.0.0, its host 1.1.0')]])
  version.compare('1.2.0')
  vi.advanceTimersByTime(quietMs)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('a browser that stores nothing does not load again, since it might never stop', () => {
  const getItem = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('forbidden')
  })
  new PageVersion('1.0.0', reload).compare('1.1.0')
  getItem.mockRestore()
  vi.advanceTimersByTime(10 * quietMs)
  expect(reload).not.toHaveBeenCalled()
  expect(report).toHaveBeenCalledOnce()
})
