import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** Whether this process owns a user-data folder, and how to release it. */
export interface Claim {
  held: boolean
  release(): Promise<void>
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch {
    return false
  }
}

/**
 * Claims `folder` at once, as Electron does; a live owner gets our arguments through its socket.
 */
export function claim(folder: string, reported: (argv: string[]) => void): Claim {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'standin.lock')
  const socket = join(folder, 'standin.sock')
  if (socket.length > 100)
    throw new Error('stand-in: a user-data folder with so long a path is not provided')
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch {
      if (isAlive(Number(readFileSync(file, 'utf8')))) {
        const sent = new Promise<void>((resolve) => {
          const line = connect(socket, () => line.end(JSON.stringify(process.argv)))
          line.on('close', resolve).on('error', resolve).resume()
        })
        return { held: false, release: () => sent }
      }
      rmSync(file, { force: true })
    }
  }
  rmSync(socket, { force: true })
  const server = createServer((line) => {
    let text = ''
    line.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    line.on('end', () => reported(JSON.parse(text) as string[]))
  })
  server.listen(socket).unref()
  return {
    held: true,
    release() {
      server.close()
      rmSync(file, { force: true })
      return Promise.resolve()
    },
  }
}
