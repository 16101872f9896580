import { execFile } from 'node:child_process'
import { normalize } from 'node:path'
import { parseDn } from 'builder-util-runtime'
import { z } from 'zod'

/** Where the script finds the path: a name in the script itself would have to be quoted. */
const fileVariable = 'KITCHEN_PASS_UPDATE_FILE'

const script = `
[Console]::OutputEncoding = [Text.Encoding]::UTF8
$found = Get-AuthenticodeSignature -LiteralPath $env:${fileVariable}
@{ status = [int]$found.Status; path = $found.Path; subject = $found.SignerCertificate.Subject } | ConvertTo-Json -Compress`

const answerSchema = z.object({
  /** 0 is valid. */
  status: z.number(),
  path: z.string(),
  subject: z.string(),
})

/** Runs the script for a file and returns what it prints. */
type Ask = (file: string) => Promise<string>

const patienceMs = 60_000

const askPowerShell: Ask = (file) => {
  const root = process.env['SystemRoot'] ?? String.raw`C:\Windows`
  const program = String.raw`${root}\System32\WindowsPowerShell\v1.0\powershell.exe`
  // Modules of another PowerShell keep this one from starting.
  const { PSModulePath: _path, ...env } = process.env
  const flags = ['-NoProfile', '-NonInteractive', '-Command', script]
  const options = { timeout: patienceMs, windowsHide: true, env: { ...env, [fileVariable]: file } }
  return new Promise((resolve, reject) => {
    execFile(program, flags, options, (error, out) => {
      if (error === null) resolve(out)
      else reject(new Error(error.message))
    })
  })
}

/** A full name has all its parts in common with the subject; any other name is its common name. */
function isSubject(subject: ReadonlyMap<string, string>, name: string): boolean {
  const parts = [...parseDn(name)]
  return parts.length === 0
    ? subject.get('CN') === name
    : parts.every(([key, value]) => subject.get(key) === value)
}

/**
 * Why a file is not signed by one of the publishers; null if it is. Unlike the library's own check,
 * it refuses whatever it can't find out, for example without PowerShell.
 */
export async function windowsSignatureFault(
  publishers: readonly string[],
  file: string,
  ask: Ask = askPowerShell,
): Promise<string | null> {
  try {
    const { status, path, subject } = answerSchema.parse(JSON.parse(await ask(file)))
    if (status !== 0) return `signature status ${String(status)}`
    if (normalize(path) !== normalize(file)) return `signature of another file: ${path}`
    const signer = parseDn(subject)
    return publishers.some((name) => isSubject(signer, name)) ? null : `signed by ${subject}`
  } catch (cause) {
    return `no answer about the signature: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}
