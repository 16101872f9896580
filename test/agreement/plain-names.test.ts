import { expect, test } from 'vitest'
import { platformOperations } from '#platform/operations.ts'
import en from '#renderer/connection/messages/en.json'

test('the Connection page has a plain name for every operation, and for nothing else', () => {
  expect(Object.keys(en.operations).toSorted()).toEqual(Object.keys(platformOperations).toSorted())
})
