import type { Examination, NameFinding, OperationFinding } from '#contract/doctor.ts'

/** A line of the doctor for tests: reached, unless said otherwise. */
export const makeOperation = (
  operation: string,
  some: Partial<OperationFinding> = {},
): OperationFinding => ({
  operation,
  method: 'GET',
  path: `/ecommerce/${operation}`,
  finding: 'reached',
  status: 200,
  words: null,
  ...some,
})

/** A name of the dialect for tests: a guess at its default, proven. */
export const makeName = (name: string, some: Partial<NameFinding> = {}): NameFinding => ({
  name,
  value: 'page',
  default: 'page',
  area: 'loyalty',
  assumes: 'The page of the client list',
  sure: 'guess',
  proof: 'proven',
  ...some,
})

/** An examination for tests: done, with nothing found, unless said otherwise. */
export const makeExamination = (some: Partial<Examination> = {}): Examination => ({
  state: 'done',
  startedAt: '2026-03-02T15:00:00.000Z',
  endedAt: '2026-03-02T15:00:09.000Z',
  done: 23,
  total: 23,
  operations: [],
  names: [],
  unknownNames: [],
  ...some,
})
