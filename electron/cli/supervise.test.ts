import { expect, test } from 'vitest'
import { flagsAgain, uiPortIn } from './supervise.ts'

test('a one-time flag is not repeated, and the address stays', () => {
  const flags = ['--open', '--reset-pin', '--ui-port', '0', '--data', 'x']
  expect(flagsAgain(flags, '8080')).toEqual(['--ui-port', '0', '--data', 'x', '--ui-port', '8080'])
  expect(flagsAgain(flags, null)).toEqual(['--ui-port', '0', '--data', 'x'])
  expect(uiPortIn('{"ui":"http://127.0.0.1:8080/","webhook":"http://0.0.0.0:1/"}')).toBe('8080')
  expect(uiPortIn('Kitchen Pass is at http://127.0.0.1:8081/#key=x')).toBe('8081')
  expect(uiPortIn('no address')).toBeNull()
})
