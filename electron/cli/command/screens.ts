import { readFileSync } from 'node:fs'
import { roles, type Role } from '#contract/shared/caller.ts'
import type { Input, OperationName, Output } from '#contract/index.ts'
import type { Network, NetworkProblem, WaitingScreen } from '#contract/network/network.ts'
import { fail, type AppError, type Result } from '#contract/shared/result.ts'
import { dataFolder } from '../data-folder.ts'
import { portFileIn, keyFileIn } from '#web/door/door-key.ts'
import type { screensFlags } from '../flags.ts'
import { print, say } from '#host/log/terminal.ts'
import { askHidden } from '../vault/ask-passphrase.ts'
import type { FlagValues } from './command.ts'

/** The program that runs on a data folder, asked with its key for scripts. */
interface Running {
  call<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Result<Output<Name>>>
}

const patienceMs = 10_000

/** The program that serves this folder now; null if none does. */
function findRunning(dataDir: string): Running | null {
  try {
    const port = readFileSync(portFileIn(dataDir), 'utf8').trim()
    const key = readFileSync(keyFileIn(dataDir), 'utf8').trim()
    return {
      async call(name, input) {
        try {
          const answer = await fetch(`http://127.0.0.1:${port}/call`, {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify({ name, input }),
            signal: AbortSignal.timeout(patienceMs),
          })
          // A program that isn't ours doesn't know the key of this start.
          return answer.ok ? ((await answer.json()) as never) : fail('unreachable')
        } catch {
          return fail('unreachable')
        }
      },
    }
  } catch {
    return null
  }
}

/** What went wrong, as a sentence for the terminal. */
function sentenceOf({ code, detail = '', reason }: AppError): string {
  if (code === 'wrong-pin') return `The PIN is wrong. Tries left: ${detail}.`
  if (code === 'wrong-code') return `The code is wrong. Tries left: ${detail}.`
  if (code === 'locked' && reason === 'wrong-codes')
    return `Too many wrong codes. Try again in ${detail} seconds.`
  if (code === 'locked') return `Too many wrong PINs. Try again in ${detail} seconds.`
  if (code === 'not-found') return 'That screen no longer waits. Get a new code on it.'
  if (code === 'set-by-profile') return `The setup file gives ${detail} another role.`
  if (code === 'bad-input') return `That can’t be used: ${detail}`
  if (code === 'unreachable') return 'Kitchen Pass doesn’t answer.'
  return `It didn’t work: ${[code, detail].filter((part) => part !== '').join(', ')}`
}

const sayError = (error: AppError): number => {
  say(`${sentenceOf(error)}\n`)
  return 1
}

const timeLeft = (endsAt: string): string =>
  `${String(Math.max(0, Math.round((Date.parse(endsAt) - Date.now()) / 1_000)))} s`

const waitingLine = ({ address, system, endsAt }: WaitingScreen): string =>
  `  ${address}  ${system ?? 'a browser'}, code valid for ${timeLeft(endsAt)}`

const problems: Record<NetworkProblem, string> = {
  'port-taken': 'Another program has their port: choose --network-port.',
  'no-certificate':
    'The certificate of this computer can’t be read or made. The log has the reason.',
  'authority-damaged':
    'The files by which the screens recognise this computer are damaged. Close Kitchen Pass and put the folder “network” of the data folder back from a copy. If there is none, --new-certificate makes new ones; then each screen has to trust this computer again.',
}

/** Without encryption, as on a screen: there a new screen learns to trust this computer. */
const linkTo = (address: string): string => `  http://${address}/`

/** Where a new screen begins, and what it compares. */
function stepsOf({ addresses, certificate, otherHosts }: Network): string[] {
  const [best = '', ...others] = addresses
  return [
    'A new screen opens this address:',
    linkTo(best),
    ...(others.length === 0 ? [] : ['If it doesn’t open:', ...others.map(linkTo)]),
    ...(certificate?.kind === 'own' ? [`Its eight words are: ${certificate.words}`] : []),
    ...(otherHosts.length === 0
      ? []
      : [`Another Kitchen Pass runs on this network: ${otherHosts.join(', ')}`]),
  ]
}

/** Prints how a new screen gets in, and which wait. */
function printNetwork(network: Network): number {
  const { isAllowed, problem, certificate, waiting, hasMoreWaiting } = network
  if (!isAllowed) print('Screens on the network aren’t allowed. Allow them with --allow.\n')
  if (problem !== null) say(`${problems[problem]}\n`)
  if (certificate === null) return problem === null ? 0 : 1
  const lines = [
    ...stepsOf(network),
    waiting.length === 0 ? 'No screen waits.' : 'Screens that wait:',
    ...waiting.map(waitingLine),
    ...(hasMoreWaiting ? ['  and more'] : []),
  ]
  print(`${lines.join('\n')}\n`)
  return 0
}

type Values = FlagValues<typeof screensFlags>

/** Lets the screen in that shows this code. */
async function letIn(running: Running, code: string, values: Values): Promise<number> {
  const { name = '', at } = values
  const role = (values.role ?? roles[0]) as Role
  const read = await running.call('network.get', {})
  if (!read.ok) return sayError(read.error)
  const { waiting, hasMoreWaiting } = read.value
  const candidates = waiting.filter(({ address }) => at === undefined || address === at)
  if (candidates.length === 0 && !hasMoreWaiting) {
    say(at === undefined ? 'No screen waits.\n' : `No screen waits at ${at}.\n`)
    return 1
  }
  // The code says which one.
  const waitingId = candidates.length === 1 ? (candidates[0]?.id ?? null) : null
  const answer = await running.call('network.approve', { waitingId, code, name, role })
  if (!answer.ok) return sayError(answer.error)
  print(`${name} is a screen of this kitchen now, with the role ${role}.\n`)
  return 0
}

async function work(running: Running, values: Values): Promise<number> {
  if (values.allow === true) {
    const allowed = await running.call('network.allow', { isAllowed: true })
    if (!allowed.ok) return sayError(allowed.error)
  }
  if (values['new-certificate'] === true) {
    const replaced = await running.call('network.replaceAuthority', {})
    if (!replaced.ok) return sayError(replaced.error)
  }
  const code = values['let-in']
  if (code !== undefined) return letIn(running, code, values)
  const read = await running.call('network.get', {})
  return read.ok ? printNetwork(read.value) : sayError(read.error)
}

/** Whether the flags fit together; otherwise a sentence. */
function faultOf(values: Values): string | null {
  const code = values['let-in']
  const alone = (['name', 'role', 'at'] as const).find((flag) => values[flag] !== undefined)
  if (code === undefined) return alone === undefined ? null : `--${alone} is for --let-in CODE`
  if ((values.name ?? '').trim() === '')
    return 'Say where the screen is: --name NAME, for example Grill'
  const isRole = values.role === undefined || (roles as readonly string[]).includes(values.role)
  return isRole ? null : `--role is one of ${roles.join(', ')}`
}

/** `kitchen-pass screens`. Returns the exit code. */
export async function runScreens(values: Values): Promise<number> {
  const fault = faultOf(values)
  if (fault !== null) {
    say(`${fault}\n`)
    return 2
  }
  const dataDir = dataFolder(values.data, process.env)
  const running = findRunning(dataDir)
  if (running === null) {
    say(`kitchen-pass serve doesn’t run on ${dataDir}. Start it, or name its folder with --data.\n`)
    return 1
  }
  const first = await running.call('network.get', {})
  if (first.ok) return work(running, values)
  if (first.error.code !== 'not-allowed') return sayError(first.error)
  const pin = await askHidden('Manager’s PIN: ')
  const unlocked = await running.call('screens.unlock', { pin })
  if (!unlocked.ok) return sayError(unlocked.error)
  try {
    return await work(running, values)
  } finally {
    await running.call('screens.lock', {})
  }
}
