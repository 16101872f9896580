import { expect, test } from 'vitest'
import { readSealCode, sealCode } from '#contract/shifts/seal-code.ts'

const hash = '3f9a1c2b77d0e1f5'.repeat(4)

test('a code is the number and the beginning of the seal, and is read as people type it', () => {
  expect(sealCode({ number: 12, hash })).toBe('12-3f9a-1c2b-77d0-e1f5')
  const place = { number: 12, hash: '3f9a1c2b77d0e1f5' }
  for (const typed of ['12-3f9a-1c2b-77d0-e1f5', ' 12 3F9A 1C2B 77D0 E1F5 ', '12-3f9a1c2b77d0e1f5'])
    expect(readSealCode(typed)).toEqual(place)
  expect(readSealCode(`12-${hash}`)).toEqual({ number: 12, hash })
})

test.for([
  '',
  '12',
  '12-3f9a-1c2b',
  'backup.sqlite',
  '12-3f9a-1c2b-77d0-e1fz',
  '-3f9a1c2b77d0e1f5',
])('"%s" is none', (typed) => expect(readSealCode(typed)).toBeNull())
