import { confirmed, confirmedLines } from './board-confirmed.ts'
import { large, largeLines } from './board-large.ts'
import type { Part } from './figure.ts'
import { openBrowser } from './wall-page.ts'

/**
 * The 86 board: from a tap to the platform's confirmation on the screen, and the screen with a
 * large menu.
 */
export const board: Part = {
  rounds: null,
  lines: [...confirmedLines, ...largeLines],
  async measure() {
    const browser = await openBrowser()
    try {
      return { ...(await confirmed(browser)), ...(await large(browser)) }
    } finally {
      await browser.close()
    }
  },
}
