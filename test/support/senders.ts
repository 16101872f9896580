import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { isWhole } from './tries.ts'

const run = promisify(execFile)

const has = (program: string, ...args: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  )

/** Posts a file with these headers; returns the status and the body. */
export type Sender = (
  url: string,
  file: string,
  headers: Readonly<Record<string, string>>,
) => Promise<string>

const httpRequest =
  (ownHeaders: Record<string, string>, chunked: boolean): Sender =>
  async (url, file, headers) => {
    const body = readFileSync(file)
    const sent = request(url, {
      method: 'POST',
      headers: {
        ...headers,
        ...ownHeaders,
        ...(!chunked && { 'content-length': String(body.length) }),
      },
    })
    const answered = once(sent, 'response')
    // A sender that has its answer may still be sending when the connection ends.
    sent.on('error', () => undefined)
    if (ownHeaders['expect'] === undefined) sent.end(body)
    else sent.once('continue', () => sent.end(body))
    if (ownHeaders['expect'] !== undefined) sent.flushHeaders()
    const [response] = (await answered) as [IncomingMessage]
    return `${String(response.statusCode)} ${await text(response)}`
  }

const curl =
  (...flags: string[]): Sender =>
  async (url, file, headers) => {
    const { stdout } = await run('curl', [
      '--silent',
      '--show-error',
      '--request',
      'POST',
      ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
      '--data-binary',
      `@${file}`,
      '--write-out',
      '\\n%{http_code}',
      ...flags,
      url,
    ])
    const [body = '', status = ''] = stdout.split('\n')
    return `${status} ${body}`
  }

const python =
  (script: string): Sender =>
  async (url, file, headers) => {
    const { stdout } = await run('python3', ['-c', script, url, file, JSON.stringify(headers)])
    return stdout.trim()
  }

const urllib = `
import json, sys, urllib.request, urllib.error
url, path, headers = sys.argv[1:]
headers = json.loads(headers)
sent = urllib.request.Request(url, open(path, 'rb').read(), headers)
try:
    answer = urllib.request.urlopen(sent)
except urllib.error.HTTPError as refused:
    answer = refused
print(answer.status, answer.read().decode())
`
const httpClient = `
import json, sys, http.client, urllib.parse
url, path, headers = sys.argv[1:]
headers = json.loads(headers)
place = urllib.parse.urlparse(url)
line = http.client.HTTPConnection(place.netloc)
line.request('POST', place.path, open(path, 'rb').read(), headers)
answer = line.getresponse()
print(answer.status, answer.read().decode())
`
const requests = `
import json, sys, requests
url, path, headers = sys.argv[1:]
headers = json.loads(headers)
answer = requests.post(url, data=open(path, 'rb').read(), headers=headers)
print(answer.status_code, answer.text)
`

type Senders = [name: string, is: () => Promise<boolean>, send: Sender][]

/** These send through Python's `http.client`, which is in the list itself. */
const aboveHttpClient: Senders = [
  ['urllib', () => has('python3', '-c', 'import urllib.request'), python(urllib)],
  ['requests', () => has('python3', '-c', 'import requests'), python(requests)],
]

/** Every common way to post, and whether this machine has it. */
export const senders: Senders = [
  [
    'fetch',
    () => Promise.resolve(true),
    async (url, file, headers) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: readFileSync(file),
      })
      return `${String(answer.status)} ${await answer.text()}`
    },
  ],
  ['node:http', () => Promise.resolve(true), httpRequest({}, false)],
  ['node:http in chunks', () => Promise.resolve(true), httpRequest({}, true)],
  [
    'node:http that waits for 100',
    () => Promise.resolve(true),
    httpRequest({ expect: '100-continue' }, false),
  ],
  [
    'node:http in chunks that waits for 100',
    () => Promise.resolve(true),
    httpRequest({ expect: '100-continue' }, true),
  ],
  ['curl', () => has('curl', '--version'), curl('--header', 'expect:')],
  [
    'curl that waits for 100',
    () => has('curl', '--version'),
    curl('--header', 'expect: 100-continue'),
  ],
  [
    'curl in chunks',
    () => has('curl', '--version'),
    curl('--header', 'expect:', '--header', 'transfer-encoding: chunked'),
  ],
  ['http.client', () => has('python3', '-c', 'import http.client'), python(httpClient)],
  ...(isWhole ? aboveHttpClient : []),
]
