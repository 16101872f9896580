import { createServer, type Socket } from 'node:net'

/** A server on a real TCP port of this machine that is not a receipt printer. */
export interface OtherServer {
  readonly port: number
  close(): Promise<void>
}

type Behaviour = (socket: Socket) => void

const greets =
  (text: string | number[]): Behaviour =>
  (socket) => {
    socket.write(typeof text === 'string' ? text : Uint8Array.from(text))
  }
const answers =
  (text: string | number[]): Behaviour =>
  (socket) => {
    socket.on('data', () => socket.write(typeof text === 'string' ? text : Uint8Array.from(text)))
  }
/** Only answers whole lines, as many servers do. */
const answersLines =
  (text: string): Behaviour =>
  (socket) => {
    socket.on('data', (data) => {
      if (data.includes(0x0a)) socket.end(text)
    })
  }
/** One byte, and the next a moment later. */
const spells =
  (text: string): Behaviour =>
  (socket) => {
    socket.once('data', () => {
      for (const [at, letter] of text.split('').entries())
        setTimeout(() => socket.write(letter), at * 5)
    })
  }

/** What may listen at a typed address, or at one that a router gave to another machine. */
export const otherServers: Record<string, Behaviour> = {
  'HTTP, at once': (socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'))
  },
  'HTTP, after a line': answersLines('HTTP/1.1 400 Bad Request\r\n\r\n'),
  SMTP: greets('220 mail.example ESMTP\r\n'),
  SSH: greets('SSH-2.0-OpenSSH_9.6\r\n'),
  FTP: greets('220 Welcome\r\n'),
  POP3: greets('+OK ready\r\n'),
  IMAP: greets('* OK IMAP4rev1\r\n'),
  telnet: greets([0xff, 0xfb, 0x01, 0xff, 0xfb, 0x03]),
  MySQL: greets([0x4a, 0x00, 0x00, 0x00, 0x0a, 0x38, 0x2e, 0x30]),
  VNC: greets('RFB 003.008\n'),
  Redis: answersLines('-ERR unknown command\r\n'),
  memcached: answersLines('ERROR\r\n'),
  'TLS alert': answers([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]),
  'an echo': (socket) => void socket.pipe(socket),
  'an echo of the last bytes': (socket) => {
    socket.on('data', (data) => socket.write(data.subarray(-3)))
  },
  'words that begin like a state': answers('OK\r\n'),
  'the same, letter by letter': spells('OK\r\n'),
  'states before anybody asked': greets([0x00, 0x12, 0x00, 0x12]),
  'one state before anybody asked': greets([0x12]),
  'one state of the paper before anybody asked': greets([0x00]),
  'one state of the paper, after a while': (socket) => {
    let received = 0
    socket.on('data', (data) => {
      // Once the printout has arrived; the question alone is three bytes.
      if (received < 10 && (received += data.length) >= 10) socket.write(Uint8Array.of(0x00))
    })
  },
  'one state of the paper for each line, as LPD': (socket) => {
    socket.on('data', (data) => {
      if (data.includes(0x0a)) socket.write(Uint8Array.of(0x00))
    })
  },
  'hangs up in the middle of a state': (socket) => {
    socket.once('data', () => {
      socket.write(Uint8Array.of(0x10))
      socket.on('data', () => socket.end())
    })
  },
  'more states than anybody asked for': (socket) => {
    socket.write(Uint8Array.of(0x12))
    socket.on('data', () => socket.write(Uint8Array.of(0x00, 0x00, 0x00)))
  },
  'bytes by chance': answers([0x9d, 0x12, 0x4e, 0x00, 0xc3, 0x71]),
  'nothing ever': (socket) => void socket.resume(),
  'hangs up at once': (socket) => void socket.end(),
  'hangs up after the first bytes': (socket) => {
    socket.once('data', () => socket.end())
  },
  'breaks off': (socket) => {
    socket.once('data', () => socket.resetAndDestroy())
  },
}

export async function openOtherServer(behaviour: Behaviour): Promise<OtherServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    behaviour(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
