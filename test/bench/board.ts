import { confirmed } from './board-confirmed.ts'
import { large } from './board-large.ts'
import type { Figure } from './figure.ts'
import { openBrowser } from './glass-page.ts'

/** The 86 board: a tap until the platform's word for it is on the screen, and the screen with a large menu. */
export async function board(): Promise<Figure[]> {
  const browser = await openBrowser()
  try {
    return [...(await confirmed(browser)), ...(await large(browser))]
  } finally {
    await browser.close()
  }
}
