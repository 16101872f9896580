import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { say } from '#host/log/terminal.ts'
import { passphraseFault } from './key-flags.ts'

/** Asks at the terminal, without showing what is typed. */
export async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({
    write(_part, _encoding, done) {
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  // Only now does the terminal itself show nothing of what is typed.
  say(question)
  // Ctrl+C has no other meaning here.
  terminal.on('SIGINT', () => process.exit(130))
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    say('\n')
  }
}

/**
 * The passphrase of a key file, typed by a person: twice for a new one. Throws a sentence if it
 * can't be used.
 */
export async function askPassphrase(
  path: string,
  { isNew = !existsSync(path) }: { isNew?: boolean } = {},
): Promise<string> {
  const typed = await askHidden(`Passphrase of ${path}: `)
  const fault = passphraseFault(typed)
  if (fault !== null) throw new Error(fault)
  if (isNew && (await askHidden('The same again: ')) !== typed)
    throw new Error('the two passphrases differ')
  return typed
}
