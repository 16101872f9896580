/** A register or a person that shifts have told of. */
export interface NamedThing {
  id: string
  /** Empty until somebody names it. */
  name: string
}

/** What they are called here; the place of each is its number until it has a name. */
export interface ShiftNames {
  registers: NamedThing[]
  people: NamedThing[]
}
