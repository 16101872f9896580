import { expect, test } from 'vitest'
import { windowsSignatureFault } from './windows-signature.ts'

const file = '/updates/pending/new.exe'
const subject = 'CN="Kitchen Pass, Inc.", O=Kitchen Pass, L=Santiago, C=CL'
const valid = { status: 0, path: file, subject }

test.for([
  ['the full name', ['CN="Kitchen Pass, Inc.", O=Kitchen Pass, C=CL']],
  ['the common name', ['Kitchen Pass, Inc.']],
  ['one of several', ['Somebody', 'Kitchen Pass, Inc.']],
] as const)('a valid signature is good by %s', async ([, publishers]) => {
  const answer = () => Promise.resolve(JSON.stringify(valid))
  expect(await windowsSignatureFault(publishers, file, answer)).toBeNull()
})

test.for<[string, unknown]>([
  ['no signature', { ...valid, status: 2 }],
  ['a changed file', { ...valid, status: 3 }],
  ['another publisher', { ...valid, subject: 'CN=Kitchen Pass Inc, O=Else' }],
  ['a name that only contains ours', { ...valid, subject: 'O=x, CN=Not Kitchen Pass, Inc.' }],
  ['another file', { ...valid, path: '/elsewhere/new.exe' }],
  ['no signer', { ...valid, subject: null }],
  ['no status', { path: file, subject }],
  ['no object', 'text'],
])('%s is refused', async ([, answer]) => {
  const ask = () => Promise.resolve(JSON.stringify(answer))
  expect(await windowsSignatureFault(['Kitchen Pass, Inc.'], file, ask)).not.toBeNull()
})

test.for<[string, () => Promise<string>]>([
  ['without PowerShell', () => Promise.reject(new Error('ENOENT'))],
  ['with an empty answer', () => Promise.resolve('')],
  ['with a message instead', () => Promise.resolve('Running scripts is disabled on this system')],
])('%s it is refused too', async ([, ask]) => {
  const fault = await windowsSignatureFault(['Kitchen Pass, Inc.'], file, ask)
  expect(fault).toContain('no answer about the signature')
})

test('without publishers nothing is good', async () => {
  const ask = () => Promise.resolve(JSON.stringify(valid))
  expect(await windowsSignatureFault([], file, ask)).not.toBeNull()
})

test('on a machine without it, PowerShell itself is what fails', async () => {
  expect(await windowsSignatureFault(['Kitchen Pass, Inc.'], file)).toContain('no answer')
})
