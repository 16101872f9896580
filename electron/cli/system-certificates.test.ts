import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { issueCertificate, makeAuthority } from '#receiver/x509.ts'

const module = JSON.stringify(join(import.meta.dirname, '../host/start/system-certificates.ts'))

/** What fetch and https say of a server, in a process of its own whose system has this authority. */
async function ask(url: string, authority: string, isTrusting: boolean): Promise<string> {
  const program = `
    const { trustSystemCertificates } = await import(${module})
    if (${String(isTrusting)}) trustSystemCertificates(console)
    const said = await fetch('${url}').then((answer) => answer.text(), ({ cause }) => cause.code)
    const { get } = await import('node:https')
    get('${url}', ({ statusCode }) => console.log(said, statusCode))
      .on('error', ({ code }) => console.log(said, code))`
  // OpenSSL's name for the file with the system's authorities.
  const env = { ...process.env, SSL_CERT_FILE: authority }
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { env })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => (out += String(part)))
  await once(child, 'close')
  return out.trim()
}

test.runIf(process.platform === 'linux')(
  'a server whose authority only the system knows is trusted, by fetch and by https',
  async () => {
    const issuer = await makeAuthority('Scanner', [])
    const names = { names: ['localhost'], addresses: ['127.0.0.1'] }
    const own = await issueCertificate(issuer, names, Date.now())
    const server = createServer({ cert: own.cert, key: own.key }, (_request, response) => {
      response.setHeader('connection', 'close').end('reached')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
    const authority = join(temporaryFolder(), 'authorities.pem')
    writeFileSync(authority, issuer.cert)
    expect(await ask(url, authority, true)).toBe('reached 200')
    expect(await ask(url, authority, false)).toMatch(/^\w+ (?!200)\w+$/)
  },
)
