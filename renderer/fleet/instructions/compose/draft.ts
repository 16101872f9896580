import type { ChainChange, ProfileStation } from '#contract/relay/instruction.ts'
import type { StationColor, StationIcon } from '#contract/stations/station.ts'
import { say } from '../messages.ts'
import { numberText } from '../../../locales/number.ts'

/** What an instruction can do, as a person chooses it. */
export const draftKinds = ['item', 'ingredient', 'profile'] as const
export type DraftKind = (typeof draftKinds)[number]

/** A setting and its value; undefined while the value is wrong or incomplete. */
export interface SettingDraft {
  name: string
  value: unknown
}

export interface StationDraft {
  /** Tells two without a name from each other. */
  key: number
  name: string
  color: StationColor
  icon: StationIcon
  /** One per line. */
  categories: string
}

export interface Draft {
  kind: DraftKind | null
  name: string
  reason: string
  settings: readonly SettingDraft[]
  stations: readonly StationDraft[]
  /** One per line. */
  soldOut: string
  /** The ids of the stores. */
  chosen: ReadonlySet<string>
}

export const emptyDraft = (): Draft => ({
  kind: null,
  name: '',
  reason: '',
  settings: [],
  stations: [],
  soldOut: '',
  chosen: new Set(),
})

/** As long as the server accepts. */
export const longest = { name: 120, reason: 200, station: 30 } as const
export const maxStations = 20
const maxLines = 100
const maxStores = 5_000

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Whether there is anything to lose. */
export const isTouched = (draft: Draft): boolean =>
  draft.kind !== null ||
  draft.chosen.size > 0 ||
  [draft.name, draft.reason].some((text) => text.trim() !== '')

const stationOf = ({ name, color, icon, categories }: StationDraft): ProfileStation => ({
  name: name.trim(),
  color,
  icon,
  categories: linesOf(categories),
})

/** What the draft changes; null until somebody chose a kind. */
export function changeOf(draft: Draft): ChainChange | null {
  const { kind, name, settings, stations, soldOut } = draft
  if (kind === null) return null
  if (kind !== 'profile') return { kind: 'sold-out', what: kind, name: name.trim() }
  return {
    kind: 'profile',
    settings: Object.fromEntries(settings.map((setting) => [setting.name, setting.value])),
    stations: stations.map(stationOf),
    soldOut: linesOf(soldOut),
  }
}

function problemOfLines(text: string): string | undefined {
  const lines = linesOf(text)
  if (lines.length > maxLines) return say('fleetProfile.tooMany', { n: maxLines })
  return lines.some((line) => line.length > longest.name)
    ? say('fleetProfile.tooLong', { n: longest.name })
    : undefined
}

/** What is wrong, by the name of its field: `name`, `setting courses`, `station 3`. */
export type Problems = ReadonlyMap<string, string>

function problemsOfProfile({ settings, stations, soldOut }: Draft): [string, string | undefined][] {
  const names = stations.map(({ name }) => name.trim().toLocaleLowerCase())
  const isEmpty = settings.length === 0 && stations.length === 0 && linesOf(soldOut).length === 0
  return [
    ['profile', isEmpty ? say('fleetSend.nothing') : undefined],
    ...settings.map(({ name, value }): [string, string | undefined] => [
      `setting ${name}`,
      value === undefined ? say('fleetSend.wrongValue') : undefined,
    ]),
    ...stations.flatMap(({ key, categories }, nth): [string, string | undefined][] => {
      const name = names[nth] ?? ''
      const isTwice = name !== '' && names.indexOf(name) < nth
      const noName = name === '' ? say('fleetSend.enterName') : undefined
      return [
        [`station ${String(key)}`, isTwice ? say('fleetProfile.sameName') : noName],
        [`categories ${String(key)}`, problemOfLines(categories)],
      ]
    }),
    ['soldOut', problemOfLines(soldOut)],
  ]
}

/** Everything that keeps the draft from being sent. */
export function problemsOf(draft: Draft): Problems {
  const { kind, name, chosen } = draft
  const noStores = chosen.size === 0 ? say('fleetSend.chooseStores') : undefined
  const all: [string, string | undefined][] = [
    ['kind', kind === null ? say('fleetSend.chooseKind') : undefined],
    ...(kind === 'profile' ? problemsOfProfile(draft) : []),
    [
      'name',
      kind !== null && kind !== 'profile' && name.trim() === ''
        ? say('fleetSend.enterName')
        : undefined,
    ],
    [
      'stores',
      chosen.size > maxStores
        ? say('fleetSend.tooManyStores', { count: numberText(maxStores) })
        : noStores,
    ],
  ]
  return new Map(all.flatMap(([field, text]) => (text === undefined ? [] : [[field, text]])))
}

/** What will happen, in one sentence. */
export function summaryText(draft: Draft): string {
  const { kind, settings, stations } = draft
  const n = draft.chosen.size
  const count = numberText(n)
  const name = draft.name.trim()
  const soldOut = linesOf(draft.soldOut)
  const parts = (
    [
      ['settings', settings.length],
      ['stations', stations.length],
      ['soldOut', soldOut.length],
    ] as const
  ).flatMap(([part, many]) =>
    many === 0 ? [] : [say(`fleetSummary.${part}`, { n: many, count: numberText(many) })],
  )
  const isComplete = kind === 'profile' ? parts.length > 0 : kind !== null && name !== ''
  if (kind === null || !isComplete) return say('fleetSummary.nothing')
  if (n === 0) return say('fleetSummary.noStores')
  return say(`fleetSummary.${kind}`, { n, count, name, parts: parts.join(', ') })
}
