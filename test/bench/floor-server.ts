import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A program: what a kitchen display costs with nothing in it. It answers any POST at once, hands the body to every
 * screen as it is, and serves the bare page that is named in its first argument. Nothing is checked, nothing is kept.
 */
const page = process.argv[2] === undefined ? '' : readFileSync(process.argv[2], 'utf8')
const cards = Number(process.argv[3] ?? 0)
const screens = new Set<ServerResponse>()

const server = createServer((request, response) => {
  if (request.url === '/events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('\n')
    screens.add(response)
    response.once('close', () => screens.delete(response))
    return
  }
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(page.replace('data-cards=""', `data-cards="${String(cards)}"`))
    return
  }
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    response.end('{"ok":true}')
    if (screens.size === 0) return
    const message = `data: ${Buffer.concat(parts).toString()}\n\n`
    for (const screen of screens) screen.write(message)
  })
})
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
  process.stdout.write(`${JSON.stringify({ ui: url, webhook: url })}\n`)
})
