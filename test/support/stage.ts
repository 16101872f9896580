import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '#web/build.ts'

/** A program on Node that is one part of `npm test`. */
export interface Stage {
  title: string
  /** The script's path. */
  script: string
  args: string[]
  env?: Record<string, string>
}

/** How a stage went; whether it passed is its exit code's word. */
export interface Ran {
  title: string
  ok: boolean
  seconds: number
}

async function ran(
  { title, script, args, env }: Stage,
  stdio: 'inherit' | 'pipe',
): Promise<{ ran: Ran; output: string }> {
  const began = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (output += part))
  const [code] = (await once(child, 'close')) as [number | null]
  return { ran: { title, ok: code === 0, seconds: (performance.now() - began) / 1000 }, output }
}

const head = (title: string): string => `\n▸ ${title}\n`
const foot = ({ title, seconds }: Ran): string => `  ${title}: ${Math.round(seconds)} s\n`

/** Runs one stage alone; what it prints is seen while it runs. */
export async function runAlone(stage: Stage): Promise<Ran> {
  process.stdout.write(head(stage.title))
  const { ran: result } = await ran(stage, 'inherit')
  process.stdout.write(foot(result))
  return result
}

/** Runs stages two at a time, begun in their order; what each one printed is seen whole when it has ended. */
export async function runInPairs(stages: readonly Stage[]): Promise<Ran[]> {
  const waiting = [...stages]
  const results: Ran[] = []
  const lane = async (): Promise<void> => {
    for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) {
      const { ran: result, output } = await ran(stage, 'pipe')
      process.stdout.write(`${head(stage.title)}${output}${foot(result)}`)
      results.push(result)
    }
  }
  await Promise.all([lane(), lane()])
  return results
}
