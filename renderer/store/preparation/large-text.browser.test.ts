import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { languages } from '#contract/shared/languages.ts'
import { closeStore, makePreparation, openStore } from '../../test-support/open-store.ts'

afterEach(closeStore)

/** Elements with text that is wider than their box, or that end outside of the card. */
function findLeaving(card: Element): string[] {
  const { left, right } = card.getBoundingClientRect()
  const range = document.createRange()
  const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  const leaving: string[] = []
  while (texts.nextNode() !== null) {
    const { currentNode: node } = texts
    if (node.parentElement?.closest('.visually-hidden') != null) continue
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width > 0 && (box.left < left || box.right > right)) leaving.push(node.nodeValue ?? '')
  }
  return leaving
}

test.for(
  languages.flatMap((language) =>
    (
      [
        [1024, 768],
        [390, 844],
      ] as const
    ).map((size) => [language, ...size] as const),
  ),
)(
  'in %s on %d × %d, text of twice the size stays on the cards',
  async ([language, width, height]) => {
    await page.viewport(width, height)
    const { style } = document.documentElement
    style.fontSize = '200%'
    onTestFinished(() => void (style.fontSize = ''))
    await openStore({
      language,
      answers: { 'preparationTime.get': makePreparation({ minutes: 45, usualMinutes: 25 }) },
    })
    await expect.poll(() => document.querySelectorAll('section.card').length).toBeGreaterThan(0)
    await expect.poll(() => document.querySelector('.presets')).not.toBeNull()
    for (const card of document.querySelectorAll('section.card'))
      expect(findLeaving(card)).toEqual([])
  },
)
