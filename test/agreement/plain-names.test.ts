import { expect, test } from 'vitest'
import { platformOperations } from '#platform/operations.ts'
import { doctorEn } from '#renderer/locales/doctor-en.ts'

test('the Connection page has a plain name for every operation, and for nothing else', () => {
  expect(Object.keys(doctorEn.operations).toSorted()).toEqual(
    Object.keys(platformOperations).toSorted(),
  )
})
