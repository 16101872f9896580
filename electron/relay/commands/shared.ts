import { resolve } from 'node:path'
import { fail, ok, type AppError, type Result } from '#contract/shared/result.ts'
import { say } from '#host/log/terminal.ts'
import { ChainFolder, type Chain } from '../chain/folder.ts'
import { pushLists } from '../chain/lists.ts'

export const defaultFolder = 'chain'

/** The flags of every command that changes the chain. */
export interface ChainFlags {
  folder?: string
  nats?: string
}

/** The administrator's folder that the flags name. */
export const folderOf = ({ folder = defaultFolder }: ChainFlags): ChainFolder =>
  new ChainFolder(resolve(folder))

/** The chain in that folder, with the way to its nats-servers that the flags name. */
export function chainOf(values: ChainFlags): Result<Chain> {
  const chain = folderOf(values).readChain()
  if (!chain.ok || values.nats === undefined) return chain
  const { access } = chain.value
  return ok({ ...chain.value, access: { ...access, servers: [values.nats] } })
}

/** Says what is wrong. Returns the exit code for it. */
export function refuse({ code, detail }: AppError): number {
  say(`${detail ?? code}\n`)
  return code === 'bad-input' ? 2 : 1
}

/** A flag that must be there. */
export const needs = (name: string, value: string | undefined): Result<string> =>
  value === undefined || value === '' || value.length > 100
    ? fail('bad-input', `--${name} is missing or too long.`)
    : ok(value)

/**
 * Writes the chain's lists to NATS, so that relays and the fleet page follow the folder. Says so, and
 * returns the exit code.
 */
export async function pushChanges(values: ChainFlags): Promise<number> {
  const chain = chainOf(values)
  if (!chain.ok) return refuse(chain.error)
  const pushed = await pushLists(chain.value, folderOf(values))
  if (pushed.ok) {
    say('Relays and the fleet page know it.\n')
    return 0
  }
  if (pushed.error.code !== 'unreachable') return refuse(pushed.error)
  say(`No nats-server answers (${pushed.error.detail ?? pushed.error.code}), so relays don’t know it yet.
Run kitchen-pass-relay push once they run.\n`)
  return 1
}
