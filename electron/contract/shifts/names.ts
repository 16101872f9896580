/** A register or a person that shifts have mentioned. */
export interface NamedThing {
  id: string
  /** Empty until a person names it. */
  name: string
}

/** Names of registers and people, in a fixed order. One without a name is shown by its position. */
export interface ShiftNames {
  registers: NamedThing[]
  people: NamedThing[]
}
