import type { FleetInstruction } from '#contract/relay/fleet-instruction.ts'
import { chainSettings } from '#contract/relay/instruction-outcome.ts'
import type { ChainChange, InstructionDraft } from '#contract/relay/instruction.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { readValue } from '#contract/settings/read-value.ts'

type Profile = Extract<ChainChange, { kind: 'profile' }>

const rules = new Map(chainSettings.map(([name, { rule }]) => [name, rule]))

/** The profile with its values as the rules have them. */
function checkProfile(profile: Profile): Result<ChainChange> {
  const settings: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(profile.settings)) {
    const rule = rules.get(name)
    const value = rule === undefined ? undefined : readValue(rule, setting)
    if (value === undefined) return fail('bad-input', `change.settings.${name}`)
    settings[name] = value
  }
  const { stations, soldOut } = profile
  const isEmpty = Object.keys(settings).length + stations.length + soldOut.length === 0
  return isEmpty ? fail('bad-input', 'change') : ok({ ...profile, settings })
}

/** What an admin's draft is checked against. */
interface DraftPlace {
  hasStore(key: string): boolean
  findInstruction(id: string): FleetInstruction | null
}

/**
 * The draft as it may be sent, with each store once. Fails with `bad-input`; `detail` names the
 * field.
 */
export function checkDraft(
  draft: InstructionDraft,
  { hasStore, findInstruction }: DraftPlace,
): Result<InstructionDraft> {
  const unknown = draft.stores.findIndex((key) => !hasStore(key))
  if (unknown !== -1) return fail('bad-input', `stores.${String(unknown)}`)
  const stores = [...new Set(draft.stores)]
  const { change } = draft
  if (change.kind === 'profile') {
    const checked = checkProfile(change)
    return checked.ok ? ok({ ...draft, stores, change: checked.value }) : checked
  }
  if (change.kind === 'on-sale') {
    const soldOut = findInstruction(change.of)
    if (soldOut === null || soldOut.change.kind === 'on-sale') return fail('bad-input', 'change.of')
  }
  return ok({ ...draft, stores })
}
