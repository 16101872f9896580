import { openSealedSecrets, type Provision } from '#host/connection/provision.ts'
import { createSessionVault, type Vault } from '#host/core/vault.ts'
import { say } from '#host/log/terminal.ts'
import { askPassphrase } from './ask-passphrase.ts'
import type { KeyPlan } from './key-flags.ts'
import type { KeyFileProblem } from './key-file.ts'
import { KeyVault } from './key-vault.ts'

/** What is wrong with a key file, and what a person can do about it. */
const advice: Record<KeyFileProblem, string> = {
  'in-data-folder':
    'it isn’t used, because the data folder is copied and backed up. Choose a place outside of it with --key-file.',
  'open-to-others':
    'it isn’t used, because others on this computer can read it. On Linux and macOS run chmod 600 on it; on Windows put it in your own user’s folder.',
  'not-ours':
    'it isn’t used, because it belongs to another user. Change its owner to the one that runs Kitchen Pass.',
  unreadable: 'it can’t be read. Check that it is a file, and that this user may read it.',
  damaged:
    'it isn’t used, because it is damaged or from another version. Restore it, or move it away to begin a new one.',
  'no-passphrase': 'it is encrypted. Give its passphrase with --passphrase-file.',
  'wrong-passphrase':
    'it can’t be opened: the passphrase is wrong, or the file was changed. Give the right passphrase, or move the file away to begin a new one.',
  'not-writable':
    'it can’t be written, so nothing new is stored. Check the folder’s permissions and the disk.',
}

interface VaultPlan {
  keys: KeyPlan
  dataDir: string
  provision: Provision
}

/** The passphrase of the key file, which also opens the secrets of a setup file. */
async function passphraseOf({ keys, provision }: VaultPlan): Promise<string | null> {
  if (!keys.asksPassphrase) return keys.passphrase
  const path = keys.file ?? provision.sealed?.path
  return path === undefined ? null : askPassphrase(path)
}

/**
 * Opens the place of the secrets. A key file that can't be used is reported at the terminal and
 * stays as it is; the kitchen opens, and its screens ask for the access key.
 */
export async function openVault(plan: VaultPlan): Promise<{ vault: Vault; provision: Provision }> {
  const { keys, dataDir } = plan
  const { file: path } = keys
  const passphrase = await passphraseOf(plan)
  const provision = await openSealedSecrets(plan.provision, passphrase)
  if (path === null) return { vault: createSessionVault(keys.given), provision }
  const vault = new KeyVault({
    path,
    dataDir,
    passphrase,
    given: { ...provision.secrets, ...keys.given },
    report(problem) {
      say(`Key file ${path}: ${advice[problem]}\n`)
    },
  })
  return { vault, provision: { ...provision, secrets: vault.given } }
}
