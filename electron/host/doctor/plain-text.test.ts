import { expect, test } from 'vitest'
import { createDialect } from '#platform/dialect.ts'
import { createDocument } from '#platform/openapi/document.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'
import { findingOf } from './finding.ts'
import { nameFindings } from './names.ts'

/** A page's file or section number: support could look up neither. */
const pageOrSection = /\.md\b|(?<![\w.])\d+\.\d+(?![\w.])/

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The descriptions in a document, without its schemas. */
const wordsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const { summary, description } = value as Record<string, unknown>
  return [...textsIn([summary, description]), ...Object.values(value).flatMap(wordsIn)]
}

const operations = (Object.keys(platformOperations) as PlatformOperationName[]).map((name) =>
  findingOf(name, createDialect(), {
    finding: 'reached',
    status: 200,
    message: null,
  }),
)

test.each([
  ['of an operation that the doctor tells', textsIn(operations), 26 * 4],
  ['of a name that the doctor tells', textsIn(nameFindings(createDialect(), {}, operations)), 500],
  ['of the OpenAPI document', wordsIn(createDocument()), 100],
])('no word %s is a file or the number of a section', (_whose, text, min) => {
  expect(text.length).toBeGreaterThanOrEqual(min)
  expect(text.filter((each) => pageOrSection.test(each))).toEqual([])
})

test.each(['README.md 1.10: not found', 'README.md', '1.10', 'see 1.3: as above'])(
  'a file or a number is found: %s',
  (text) => {
    expect(text).toMatch(pageOrSection)
  },
)

test('every assumption is a sentence, and no two are the same', () => {
  const assumed = nameFindings(createDialect(), {}, []).map(({ assumes }) => assumes)
  expect(assumed.filter((text) => !/^[A-Z].* .*\w$/.test(text))).toEqual([])
  expect(assumed.filter((text, index) => assumed.indexOf(text) !== index)).toEqual([])
})
