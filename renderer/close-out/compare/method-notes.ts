import type { CountDraft } from '#contract/shifts/shifts.ts'

/** Why a method is over or short, as it was noted. */
export const noteOf = ({ methodNotes }: CountDraft, methodId: string): string =>
  methodNotes.find(({ id }) => id === methodId)?.note ?? ''

/** A count with that note. */
export function withNote(draft: CountDraft, methodId: string, note: string): CountDraft {
  const isThere = draft.methodNotes.some(({ id }) => id === methodId)
  const methodNotes = isThere
    ? draft.methodNotes.map((each) => (each.id === methodId ? { ...each, note } : each))
    : [...draft.methodNotes, { id: methodId, note }]
  return { ...draft, methodNotes }
}
