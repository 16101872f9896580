import { expect, test } from 'vitest'
import type { Proof } from '#contract/doctor/doctor.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { examine } from './examine.ts'

const body = JSON.stringify({ success: false, error: { message: 'Method not allowed' } })

test.each<[string, RegExp, Record<string, string>, Proof, Proof]>([
  ['has both paths', /\/(temporary-close|out-of-stock)$/, {}, 'proven', 'proven'],
  ['has one of them', /\/temporary-close$/, {}, 'proven', 'only-by-writing'],
  [
    'has it elsewhere',
    /\/pause$/,
    { temporaryClosePath: '/shops/{storeId}/pause' },
    'proven',
    'only-by-writing',
  ],
  ['says so of every path', /\/stores\//, {}, 'only-by-writing', 'only-by-writing'],
  ['says of neither that it is there', /^never$/, {}, 'only-by-writing', 'only-by-writing'],
])('a platform that %s', async (_title, paths, dialect, closing, selling) => {
  const { asked, connection, practice } = await openGoBetween(
    { answer: (path) => (paths.test(path) ? { status: 405, body } : undefined) },
    dialect,
  )
  const { names, operations } = await examine(connection, { storeId: practice.storeId })
  const proofs = Object.fromEntries(names.map(({ name, proof }) => [name, proof]))
  expect(proofs).toMatchObject({ temporaryClosePath: closing, outOfStockPath: selling })
  expect(operations.find(({ operation }) => operation === 'temporaryClose')).toMatchObject({
    finding: 'writes',
  })
  expect(asked.filter((each) => !each.startsWith('GET '))).toEqual([])
  expect(practice.effects()).toEqual([])
})
