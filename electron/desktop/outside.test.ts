import { describe, expect, test } from 'vitest'
import { readOutside } from './outside.ts'

/** The switches of a command line, as in Electron's `app.commandLine`. */
function lineOf(...names: string[]) {
  const switches = new Set(names)
  return {
    switches,
    commandLine: {
      appendSwitch: (name: string) => void switches.add(name),
      appendArgument: () => undefined,
      getSwitchValue: () => '',
      hasSwitch: (name: string) => switches.has(name),
      removeSwitch: (name: string) => void switches.delete(name),
    },
  }
}
const variables = () => ({
  KITCHEN_PASS_V3_URL: 'https://platform.example',
  ELECTRON_RENDERER_URL: 'http://localhost:5173',
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
})

describe('a packaged app', () => {
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe'])
    test(`takes --${name} away before Electron looks at it`, () => {
      const { switches, commandLine } = lineOf(name, 'lang')
      expect(readOutside({ isPackaged: true, commandLine }, {}).refused).toBeNull()
      expect([...switches]).toEqual(['lang'])
    })

  test('does not start with --js-flags', () => {
    const { commandLine } = lineOf('js-flags')
    expect(readOutside({ isPackaged: true, commandLine }, {}).refused).toBe('js-flags')
  })

  test('ignores environment variables, and checks certificates', () => {
    const env = variables()
    expect(readOutside({ isPackaged: true, ...lineOf() }, env).env).toEqual({})
    expect(env).not.toHaveProperty('NODE_TLS_REJECT_UNAUTHORIZED')
  })
})

test('in development all variables and flags are allowed', () => {
  const flags = ['remote-debugging-port', 'remote-debugging-pipe', 'js-flags']
  const { switches, commandLine } = lineOf(...flags)
  const env = variables()
  expect(readOutside({ isPackaged: false, commandLine }, env)).toEqual({
    env: variables(),
    refused: null,
  })
  expect([...switches]).toEqual(flags)
})
