import type {
  CountDraft,
  CountObjection,
  ShiftFacts,
  ShiftFigures,
  ShiftView,
} from '#contract/shifts/shifts.ts'
import { unnamedPlace } from '#contract/shared/method-names.ts'
import { isolateText } from '#contract/shared/isolate-text.ts'
import { useAmounts } from '../amounts.ts'
import { say } from '../messages.ts'

/** The name of a method; a number if the platform gives no name. */
export function methodName(facts: Pick<ShiftFacts, 'methods'> | null, id: string): string {
  if (id === '') return say('common.noMethod')
  const methods = facts?.methods ?? []
  const name = methods.find(({ methodId }) => methodId === id)?.name ?? ''
  return name === '' ? say('common.unnamedMethod', { n: unnamedPlace(methods, id) }) : name
}

/** The name that a person was given here, otherwise their number. */
export function personName({
  personId,
  name = '',
  number,
}: ShiftFigures['byPerson'][number]): string {
  if (personId === '') return say('shiftCount.noPerson')
  if (name !== '') return name
  return number === undefined
    ? say('shiftCount.noPerson')
    : say('shiftCount.numberedPerson', { n: number })
}

/** The name that a register was given here, otherwise its position. */
export function registerName({ registers }: CountDraft, id: string): string {
  const place = registers.findIndex((each) => each.id === id)
  const name = registers[place]?.name.trim() ?? ''
  const n = (place < 0 ? registers.length : place) + 1
  return name === '' ? say('shiftCount.registerNumber', { n }) : name
}

/** The name of a pay-in, pay-out or safe drop, by its position. */
export function movementName({ movements }: CountDraft, id: string): string {
  const nth = movements.findIndex((each) => each.id === id)
  const kind = movements[nth]?.kind ?? 'pay-in'
  return say('shiftCount.movementOf', { kind: say(`shiftCount.${kind}`), n: nth + 1 })
}

/** The names of fields and items of a count, for objections and conflicts. */
export function useCountNames(
  view: () => Pick<ShiftView, 'facts' | 'currency'>,
  draftNow: () => CountDraft,
) {
  const amount = useAmounts(() => view().currency)

  function aboutName(about: string | null): string {
    const [{ facts }, draft] = [view(), draftNow()]
    if (about === null) return say('shiftCount.float')
    if (draft.registers.some(({ id }) => id === about)) return registerName(draft, about)
    if (draft.movements.some(({ id }) => id === about)) return movementName(draft, about)
    return methodName(facts, about)
  }

  function fieldName(field: string): string {
    const [{ facts }, draft] = [view(), draftNow()]
    const within = <Item extends { id: string }>(list: string, items: readonly Item[]) =>
      items.find(({ id }) => `${field}.`.startsWith(`${list}.${id}.`))?.id
    const register = within('registers', draft.registers)
    if (register !== undefined) {
      const denomination = /\.pieces\.(\d+)$/.exec(field)?.[1]
      const what =
        denomination === undefined ? say('shiftCount.loose') : amount(Number(denomination))
      return `${isolateText(registerName(draft, register))}, ${what}`
    }
    const movement = within('movements', draft.movements)
    if (movement !== undefined) return movementName(draft, movement)
    const slip = within('slips', draft.slips)
    if (slip !== undefined) return `${say('shiftCount.slips')}, ${methodName(facts, slip)}`
    const note = within('methodNotes', draft.methodNotes)
    if (note !== undefined) return `${say('shiftCount.note')}, ${methodName(facts, note)}`
    if (field === 'cashMethodId') return say('shiftCount.cashMethod')
    return say(field === 'float' ? 'shiftCount.float' : 'shiftCount.note')
  }

  /** The value of a field as text, for a conflict. */
  function valueText(fieldValue: unknown): string {
    if (fieldValue === null || fieldValue === '') return say('shiftCount.nothing')
    if (typeof fieldValue === 'string' || typeof fieldValue === 'number')
      return `“${String(fieldValue)}”`
    const text = (fieldValue as { text?: unknown }).text
    return typeof text === 'string' ? valueText(text) : '…'
  }

  const objectionText = ({ code, about }: CountObjection): string =>
    say(`countObjection.${code}`, {
      about: code === 'no-cash' && about === null ? say('shiftCount.cash') : aboutName(about),
    })

  return { fieldName, valueText, objectionText }
}
