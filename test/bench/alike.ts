import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { openWallPage } from './wall-page.ts'
import { openTickets } from './poster.ts'
import { freshFolder, startFloor, type Subject } from './subject.ts'

/** The floor's data, and whether its cards have the same text as ours. */
export interface LikeOurs {
  readonly screen: { cards: number; tickets: string }
  readonly note: string
}

/** The words of each card in any order, without its clock. */
async function textOnScreen(browser: Browser, ui: string): Promise<string[]> {
  const wallPage = await openWallPage(browser, ui)
  // All cards are drawn by then.
  await pause(1_500)
  const texts = await wallPage.page.locator('article').allInnerTexts()
  await wallPage.close()
  return texts.map((text) =>
    text
      .replace(/\d+:\d\d/, '')
      .split(/\s+/)
      .toSorted()
      .join(' '),
  )
}

export async function keepTickets(ours: Subject): Promise<string> {
  const file = join(freshFolder(), 'tickets.json')
  writeFileSync(file, JSON.stringify(await openTickets(ours)))
  return file
}

/** The open tickets of a web shell for the floor, and as many of their cards as its page draws. */
export async function likeOurs(browser: Browser, ours: Subject): Promise<LikeOurs> {
  const own = await textOnScreen(browser, ours.ui)
  const screen = { cards: own.length, tickets: await keepTickets(ours) }
  const floor = await startFloor({ screen })
  const bare = await textOnScreen(browser, floor.ui)
  await floor.end()
  const differ = own.filter((text, nth) => text !== bare[nth]).length
  const count = String(own.length)
  return {
    screen,
    note: differ === 0 ? `the same ${count} cards` : `${String(differ)} of ${count} CARDS DIFFER`,
  }
}
