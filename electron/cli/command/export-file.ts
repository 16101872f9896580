import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyDatabase, makeBackup } from '#host/db/copy.ts'
import { archiveOf } from '#host/db/store-folder.ts'
import { describeBackup } from '#host/backup-file/about.ts'
import { writeBackupFile } from '#host/backup-file/write-file.ts'
import { print, say } from '#host/log/terminal.ts'
import { fileFault } from './file-faults.ts'
import { readFilePassphrase } from './file-passphrase.ts'
import { databaseOf, sizeText } from './stores.ts'

interface Asked {
  dataDir: string
  /** The name of its folder in the data folder. */
  store: string
  to: string
  values: { 'passphrase-file'?: string | undefined }
}

/** Runs the work until it is done, or a signal stops it. What it has begun is then deleted. */
async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const end = (): void => stop.abort(new Error('it was stopped'))
  // A terminal that is closed sends SIGHUP.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const each of signals) process.on(each, end)
  try {
    return await work(stop.signal)
  } finally {
    for (const each of signals) process.off(each, end)
  }
}

/**
 * Writes one store as an encrypted file, also while Kitchen Pass runs. The copy that is encrypted is
 * in the system's folder for temporary files: never on the stick, where it could be recovered.
 * Returns the exit code.
 */
export async function exportFile({ dataDir, store, to, values }: Asked): Promise<number> {
  const passphrase = await readFilePassphrase(to, values, { isNew: true })
  if (!passphrase.ok) {
    say(`${passphrase.error.detail ?? ''}\n`)
    return 2
  }
  try {
    await untilStopped(async (signal) => {
      // From here on a signal deletes it.
      const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
      try {
        const database = databaseOf(dataDir, store)
        const { path, at } = await makeBackup(database, folder, Date.now())
        if (existsSync(archiveOf(database)))
          await copyDatabase(archiveOf(database), archiveOf(path))
        const about = describeBackup(path, { database, at })
        const written = { from: path, about, passphrase: passphrase.value, to, signal }
        const { bytes } = await writeBackupFile(written)
        print(
          `${store}: the backup, ${sizeText(bytes)}, is in ${to}, encrypted and read back. The access key is not in it.\n`,
        )
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })
    return 0
  } catch (cause) {
    say(`${store}: there is no new backup: ${fileFault(cause)}\n`)
    return 1
  }
}
