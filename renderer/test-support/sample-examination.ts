import type { Examination, NameFinding, OperationFinding } from '#contract/doctor/doctor.ts'

/** A doctor's result for tests: works, by default. */
export const makeOperation = (
  operation: string,
  some: Partial<OperationFinding> = {},
): OperationFinding => ({
  operation,
  method: 'GET',
  path: `/ecommerce/${operation}`,
  finding: 'reached',
  status: 200,
  message: null,
  ...some,
})

/** An assumed name for tests: a guess that was proven. */
export const makeName = (name: string, some: Partial<NameFinding> = {}): NameFinding => ({
  name,
  value: 'page',
  default: 'page',
  area: 'loyalty',
  assumes: 'The page of the client list',
  sure: 'guess',
  proof: 'proven',
  seen: [],
  ...some,
})

/** An examination for tests: finished without findings, by default. */
export const makeExamination = (some: Partial<Examination> = {}): Examination => ({
  state: 'done',
  startedAt: '2026-03-02T15:00:00.000Z',
  endedAt: '2026-03-02T15:00:09.000Z',
  done: 25,
  total: 25,
  store: { state: 'seen', stores: 1, names: ['Colón'] },
  operations: [],
  names: [],
  unknownNames: [],
  wrongValues: [],
  menu: null,
  ...some,
})
