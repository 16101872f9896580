import { expect, test } from 'vitest'
import { callKitchenPass } from '#test/support/call-command.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { commands } from './table.ts'

const names = Object.keys(commands)

const call = (...args: string[]) => callKitchenPass(args)

test('help lists every command, and the help of each its flags and variables', async () => {
  const { code, out } = await call('--help')
  expect(code).toBe(0)
  for (const name of names) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'))
  for (const [name, { flags, operand }] of Object.entries(commands)) {
    const help = await call(name, '--help')
    expect(help).toMatchObject({ code: 0, err: '' })
    expect(await call('help', name)).toEqual(help)
    for (const [flag, { value, variable }] of Object.entries(flags)) {
      expect(help.out).toContain(value === undefined ? `--${flag} ` : `--${flag} <${value}>`)
      expect(help.out).toContain(variable ?? '')
    }
    expect(help.out).toContain(operand?.name ?? '')
    for (const line of help.out.split('\n')) expect(line.length).toBeLessThan(112)
  }
})

test('the version is that of the package', async () => {
  expect(await call('--version')).toEqual({
    code: 0,
    out: `${packageFile.version}\n`,
    err: '',
  })
})

test.for(commands['completion']?.operand?.choices ?? [])(
  'the completion of %s asks the program, which names every command, a line each, and every flag',
  async (shell) => {
    const ask = (...words: string[]) => call('completion', shell, ...words)
    expect((await ask()).out).toMatch(new RegExp(`completion\\W+${shell}\\b`))
    const { out } = await ask('')
    for (const name of names) expect(out).toMatch(new RegExp(`^${name}\\b`, 'm'))
    for (const [name, { flags }] of Object.entries(commands)) {
      const offered = await ask(name, '--')
      for (const flag of [...Object.keys(flags), 'help']) expect(offered.out).toContain(`--${flag}`)
    }
  },
)
