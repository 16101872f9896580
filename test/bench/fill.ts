import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { screenSizes } from '#renderer/test-support/screen-sizes.ts'
import { rushOrders } from '#test/journeys/wall-rush.ts'
import { nobody, pairContext } from '#test/support/web-process.ts'
import { median, minOurs, type Line, type Measured, type Part } from './figure.ts'
import { openTickets, post } from './poster.ts'
import { startBuilt, type Subject } from './subject.ts'
import { openBrowser } from './wall-page.ts'

const count = 60
const cancelled = [7, 23]
const changed = [4, 11, 30]

type Size = (typeof screenSizes)[number]
const sizeOf = ([width, height]: Size): string => `${String(width)}x${String(height)}`
const average = (size: Size): string => `columns at ${sizeOf(size)}, average`
const min = (size: Size): string => `  the one with the most room left at ${sizeOf(size)}`
const dense = 'dishes on a page of dense cards at 1280x800'

const lines: Line[] = [
  ...screenSizes.flatMap((size): Line[] => [
    {
      name: average(size),
      unit: '%',
      measures: `How far columns are filled in a rush of ${String(count)} orders, on all pages but the last.`,
      floor: null,
      aim: minOurs(92, '%'),
    },
    {
      name: min(size),
      unit: '%',
      measures: 'The same of the least filled column.',
      floor: null,
      aim: minOurs(85, '%'),
    },
  ]),
  {
    name: dense,
    unit: 'dishes',
    measures: 'Per page of the same rush, without the last page.',
    floor: 'ours without dense cards',
    aim: { text: '>= 1.3 x', isMet: ({ ratio }) => ratio >= 1.3 },
  },
]

async function postRush(subject: Subject): Promise<void> {
  const rush = rushOrders(
    count,
    { storeId: nobody.storeId, now: Date.now() },
    { cancelled, changed },
  )
  for (const { bodies } of rush)
    for (const body of bodies) await post(subject, JSON.stringify(body))
  while ((await openTickets(subject)).length < count) await pause(100)
}

/** What a page shows. */
interface Shown {
  /** How far each column is filled, as a share. */
  columns: number[]
  dishes: number
  /** The pages of the wall. */
  pages: number
}
const read = `(() => {
  const list = document.querySelector('[data-wall]')
  const room = list.getBoundingClientRect()
  const ends = new Map()
  for (const segment of list.querySelectorAll('[data-segment]')) {
    const { left, bottom } = segment.getBoundingClientRect()
    ends.set(left, Math.max(ends.get(left) ?? 0, bottom - room.top))
  }
  const [, pages = '1'] = document.querySelector('[role=status].count').textContent.split('/')
  return {
    columns: [...ends.values()].map((end) => end / room.height),
    dishes: list.querySelectorAll('[data-dish]').length,
    pages: Number(pages),
  }
})()`

/** Waits until the wall shows the same pages for a while: tickets are measured bit by bit. */
async function settledPages(page: Page): Promise<number> {
  let pages = 0
  let since = 0
  while (since < 5) {
    await pause(200)
    const now = (await page.evaluate<Shown>(read)).pages
    since = now === pages ? since + 1 : 0
    pages = now
  }
  return pages
}

/** All pages of the wall but the last. */
async function readPages(page: Page): Promise<Shown[]> {
  const pages = await settledPages(page)
  const all: Shown[] = []
  for (let nth = 1; nth < pages; nth++) {
    all.push(await page.evaluate<Shown>(read))
    await page.keyboard.press('PageDown')
    await page.locator('[role=status].count', { hasText: `${String(nth + 1)}/` }).waitFor()
    await pause(100)
  }
  return all
}

/** How full the wall's columns are. */
export const fill: Part = {
  rounds: 1,
  lines,
  async measure(rounds) {
    const browser = await openBrowser()
    const subject = await startBuilt()
    await postRush(subject)
    const measured: Record<string, { floor: number[]; ours: number[]; note?: string }> = {}
    const add = (name: string, ours: number, floor: number[] = []) => {
      const values = (measured[name] ??= { floor: [], ours: [] })
      values.ours.push(ours)
      values.floor.push(...floor)
    }
    async function pagesAt([width, height]: Size, preferences: object): Promise<Shown[]> {
      const context = await browser.newContext({ viewport: { width, height }, locale: 'en-US' })
      await context.addInitScript(
        (stored: string) => localStorage.setItem('kitchen-pass.preferences', stored),
        JSON.stringify(preferences),
      )
      await pairContext(context, subject.ui)
      const page = await context.newPage()
      await page.goto(subject.ui)
      await page.locator('article').first().waitFor({ state: 'attached' })
      const shown = await readPages(page)
      await context.close()
      return shown
    }
    try {
      for (let nth = 0; nth < rounds; nth++) {
        for (const size of screenSizes) {
          const columns = (await pagesAt(size, {})).flatMap((page) => page.columns)
          add(average(size), (100 * columns.reduce((sum, one) => sum + one, 0)) / columns.length)
          add(min(size), 100 * Math.min(...columns))
        }
        const dishesWith = async (denseCards: boolean) =>
          median((await pagesAt([1280, 800], { denseCards })).map(({ dishes }) => dishes))
        add(dense, await dishesWith(true), [await dishesWith(false)])
      }
      return measured satisfies Record<string, Measured>
    } finally {
      await browser.close()
      await subject.end()
    }
  },
}
