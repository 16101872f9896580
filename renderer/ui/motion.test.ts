import { expect, test } from 'vitest'

const files = import.meta.glob<string>('../**/*.{css,vue}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const named: Record<string, string> = { '--quick': '120ms', '--calm': '180ms' }

/** The milliseconds that a part of a transition or an animation takes. */
function durationOf(part: string): number {
  const text = part.replaceAll(/var\((--\w+)\)/g, (_, name: string) => named[name] ?? '')
  const [, amount = '0', unit] = /(?:^|\s)([\d.]+)(m?s)\b/.exec(text) ?? []
  return Number(amount) * (unit === 's' ? 1000 : 1)
}

/** A dish of a card fills while a finger holds it. */
const ofHold = 'background 0.5s'

/** What lasts as long as its cause, and what only waits, is no motion. */
const isExempt = (part: string): boolean =>
  part === ofHold || /\binfinite\b|\bstep-end\b/.test(part)

const motions = Object.entries(files).flatMap(([file, text]) =>
  [...text.matchAll(/^\s*(?:transition|animation)(?:-duration)?:\s*([^;]+);/gm)].flatMap(
    ([, value = '']) => value.split(',').map((part) => ({ file, part: part.trim() })),
  ),
)

test('the times of the tokens are known', () => {
  for (const [name, time] of Object.entries(named))
    expect(files['./tokens.css']).toContain(`${name}: ${time};`)
})

test('nothing moves for longer than 200 ms', () => {
  expect(motions.length).toBeGreaterThan(15)
  const slow = motions.filter(({ part }) => !isExempt(part) && durationOf(part) > 200)
  expect(slow).toEqual([])
})
