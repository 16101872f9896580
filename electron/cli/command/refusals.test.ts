import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callKitchenPass } from '#test/support/call-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

/** A data folder whose only store has one backup, which nothing reads here. */
function storeWithBackup(): string {
  const folder = temporaryFolder()
  const backups = join(folder, 'store-1/backups')
  mkdirSync(backups, { recursive: true })
  writeFileSync(join(backups, '000001-2026-11-25T12-00-00Z.sqlite'), '')
  return folder
}

test.for([
  [[], 'Usage: kitchen-pass COMMAND'],
  [['serv'], 'Unknown command serv. Did you mean serve?'],
  [['pizza'], 'Unknown command pizza. See kitchen-pass help'],
  [['help', 'restoer'], 'Unknown command restoer. Did you mean restore?'],
  [['--versoin'], 'Unknown flag --versoin. Did you mean --version?'],
  [['serve', '--version'], 'Unknown flag --version.'],
  [['pizza', '--help'], 'Unknown command pizza.'],
  [['serve', '--ui-prot', '8080'], 'Unknown flag --ui-prot. Did you mean --ui-port?'],
  [['doctor', '--reprot=x'], 'Unknown flag --reprot=x. Did you mean --report?'],
  [['restore', '--lst'], 'Unknown flag --lst. Did you mean --list?'],
  [['verify', '--burn'], 'Unknown flag --burn. See kitchen-pass verify --help'],
  [['backup', '-to', 'x'], 'Unknown flag -to.'],
  [['serve', '--verify-close-outs'], 'Unknown flag --verify-close-outs.'],
  [
    ['serve', '--data', '--open'],
    'Flag --data <FOLDER> argument --open is invalid. Its value is missing.',
  ],
  [['serve', '--data'], 'Flag --data <FOLDER> argument missing.'],
  [['serve', '--open=yes'], 'Unknown flag --open=yes.'],
  [['serve', 'now'], 'Too many arguments for serve. Expected 0 arguments but got 1: now.'],
  [['restore', '1', '2'], 'Too many arguments for restore. Expected 1 argument but got 2: 1, 2.'],
  [['restore'], 'Say which backup'],
  [['health', '--ui-port', 'x'], '--ui-port is not a port'],
  [['health', '--ui-port', '-1'], 'Its value is missing.'],
  [['health', '--ui-port=-1'], '--ui-port is not a port'],
  [['health'], 'Set the port of the screens'],
  [['completion'], 'Missing required argument SHELL.'],
  [['completion', 'bahs'], 'Unknown shell bahs. Did you mean bash?'],
  [['screens', '--role', 'counter'], '--role is for --let-in CODE'],
  [['screens', '--let-in', 'AAAA2222'], 'Say where the screen is: --name NAME'],
  [
    ['screens', '--let-in', 'AAAA2222', '--name', 'Grill', '--role', 'cook'],
    '--role is one of kitchen',
  ],
] as const)('%j ends with 2 and a sentence on stderr', async ([args, sentence]) => {
  const { code, out, err } = await callKitchenPass(args, {
    env: { KITCHEN_PASS_DATA: storeWithBackup() },
  })
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(sentence)
})

test.for([
  [['--colour'], 'Unknown flag --colour.'],
  [['--port', '70000'], '--port must be a whole number from 0 to 65535.'],
  [['--port', 'any'], '--port must be a whole number from 0 to 65535.'],
  [['--orders-per-minute', '-1'], '--orders-per-minute'],
  [['--webhook', 'ftp://example.com'], '--webhook must be an http or https address.'],
  [['more'], 'Too many arguments for practice. Expected 0 arguments but got 1: more.'],
] as const)('practice %j is refused in one sentence', async ([args, sentence]) => {
  const { code, out, err } = await callKitchenPass(['practice', ...args])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(sentence)
  expect(err.trim().split('\n')).toHaveLength(1)
})
