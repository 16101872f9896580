import { readFileSync } from 'node:fs'
import { isToken } from '#contract/connection/connection.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { minWebhookToken } from '#contract/connection/webhook-token.ts'
import type { FlagValues } from '#cli/command/command.ts'
import { print, say } from '#host/log/terminal.ts'
import { WebsiteBearers } from '../chain/websites.ts'
import type { addWebsiteFlags, folderFlags, websiteFlags } from '../flags.ts'
import { folderOf, needs, pushChanges, refuse } from './shared.ts'

/** The bearer in a file; undefined without a file. */
function readBearer(file: string | undefined): Result<string | undefined> {
  if (file === undefined) return ok(undefined)
  try {
    const bearer = readFileSync(file, 'utf8').trim()
    return isToken(bearer) && bearer.length >= minWebhookToken
      ? ok(bearer)
      : fail('bad-input', `${file} has no bearer: 8 or more characters without spaces.`)
  } catch {
    return fail('bad-input', `${file} can’t be read.`)
  }
}

/** `website add`. */
export async function addWebsite(values: FlagValues<typeof addWebsiteFlags>): Promise<number> {
  const id = needs('website', values.website)
  if (!id.ok) return refuse(id.error)
  const bearer = readBearer(values['bearer-file'])
  if (!bearer.ok) return refuse(bearer.error)
  const done = new WebsiteBearers(folderOf(values)).add(id.value, bearer.value)
  if (!done.ok) return refuse(done.error)
  if (bearer.value !== undefined) return pushChanges(values)
  say(
    'The bearer for the platform’s events of this website. It is printed once, and stored nowhere:\n',
  )
  print(`${done.value}\n`)
  return pushChanges(values)
}

/** `website end-older` and `website remove`. */
export async function changeWebsite(
  values: FlagValues<typeof websiteFlags>,
  what: 'endOlder' | 'remove',
): Promise<number> {
  const id = needs('website', values.website)
  if (!id.ok) return refuse(id.error)
  const done = new WebsiteBearers(folderOf(values))[what](id.value)
  return done.ok ? pushChanges(values) : refuse(done.error)
}

/** `website list`. */
export function listWebsites(values: FlagValues<typeof folderFlags>): number {
  const websites = new WebsiteBearers(folderOf(values)).list()
  if (!websites.ok) return refuse(websites.error)
  for (const [id, bearers] of Object.entries(websites.value))
    print(`${id}  bearers of ${bearers.map(({ addedAt }) => addedAt.slice(0, 10)).join(' and ')}\n`)
  return 0
}
