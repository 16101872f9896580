import { maxPassphrase, minPassphrase } from '#contract/backup-files/backup-file-limits.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { askHidden } from '../vault/ask-passphrase.ts'
import { givenSecret } from '../vault/key-flags.ts'

interface PassphraseFlag {
  'passphrase-file'?: string | undefined
}

/** A passphrase without the line break that editors add, and as a field of the page takes it. */
const asTyped = (text: string): string => text.trim()

function faultOf(passphrase: string, isNew: boolean): string | null {
  const min = isNew ? minPassphrase : 1
  if (passphrase.length < min)
    return `the passphrase is too short: it needs at least ${String(min)} characters`
  return passphrase.length > maxPassphrase ? 'the passphrase is too long' : null
}

async function ask(path: string, isNew: boolean): Promise<Result<string>> {
  const typed = asTyped(await askHidden(`Passphrase of ${path}: `))
  if (isNew && asTyped(await askHidden('The same again: ')) !== typed)
    return fail('bad-input', 'the two passphrases differ')
  return ok(typed)
}

/**
 * The passphrase of a backup file: from a file, a credential or a variable, or else asked at the
 * terminal, twice for a new file. Fails with a sentence for the terminal.
 */
export async function readFilePassphrase(
  path: string,
  values: PassphraseFlag,
  { isNew, env = process.env }: { isNew: boolean; env?: Record<string, string | undefined> },
): Promise<Result<string>> {
  let text: string | undefined
  try {
    text =
      givenSecret(values['passphrase-file'], 'passphrase', env) ?? env['KITCHEN_PASS_PASSPHRASE']
  } catch (cause) {
    return fail('bad-input', cause instanceof Error ? cause.message : 'the passphrase is not read')
  }
  if (text === undefined && !process.stdin.isTTY)
    return fail('bad-input', 'a backup file has a passphrase: give it with --passphrase-file')
  const typed = text === undefined ? await ask(path, isNew) : ok(asTyped(text))
  if (!typed.ok) return typed
  const fault = faultOf(typed.value, isNew)
  return fault === null ? typed : fail('bad-input', fault)
}
