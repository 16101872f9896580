import { expect, onTestFinished, test } from 'vitest'
import type { Link } from '#contract/bridge.ts'
import { openEventStream } from '#renderer/bridge/event-stream.ts'
import { hostPatience, StreamLink } from '#renderer/bridge/link.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { keyHeader, startWeb } from '#test/support/web-process.ts'

/** Of the five seconds, the rest is the banner's own patience (renderer/state/health/status.ts). */
const noticedWithinMs = 3_500

test('a screen notices within five seconds that its host is frozen, and is back when the host is', async () => {
  const web = startWeb({ dataDir: temporaryFolder() })
  onTestFinished(() => void web.end('SIGKILL'))
  const { ui } = await web.ready
  const states: Link[] = []
  const link = new StreamLink({
    ...hostPatience,
    connect: () =>
      openEventStream((signal) =>
        fetch(new URL('/events', ui), { headers: keyHeader(ui), signal }),
      ),
  })
  link.onLink((state) => states.push(state))
  link.open()
  await expect.poll(() => states).toEqual(['down', 'up'])
  process.kill(web.pid, 'SIGSTOP')
  await expect.poll(() => states, { timeout: noticedWithinMs }).toEqual(['down', 'up', 'down'])
  process.kill(web.pid, 'SIGCONT')
  await expect.poll(() => states.at(-1)).toBe('up')
})
