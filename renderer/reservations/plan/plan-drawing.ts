import { shallowRef } from 'vue'
import type { FloorPlan } from '#contract/reservations/reservations.ts'
import type { Fixture, Sector } from '../floor/geometry.ts'
import {
  freePlace,
  isTable,
  movedTo,
  nextName,
  placeAll,
  standsAt,
  turned,
  type PlanItem,
} from './edit-plan.ts'

export const itemKinds = ['square', 'round', 'bar', 'wall'] as const
export type ItemKind = (typeof itemKinds)[number]

/** How many steps can be undone. */
const maxSteps = 100
/** The seats of a new table. */
const usualSeats = 4
/** Of a new bar or wall, in cells. */
const sizes = { bar: { width: 8, height: 2 }, wall: { width: 8, height: 1 } }
const topLeft = { x: 2, y: 2 }
/** How far from a item its copy may stand: beside it, where there is room. */
const toTheRight = (item: PlanItem) => {
  const { x, y, width } = standsAt(item)
  return { x: x + width + 2, y }
}

export const itemsOf = ({ tables, fixtures }: Sector): PlanItem[] => [...tables, ...fixtures]

const newSector = (name: string): Sector => ({
  id: crypto.randomUUID(),
  name,
  tables: [],
  fixtures: [],
})

/**
 * The tables of a restaurant while a manager draws them: one sector is shown, one item in it may be
 * chosen, and each change can be undone.
 */
export class PlanDrawing {
  readonly #plan
  readonly #sectorId
  readonly #chosenId = shallowRef<string | null>(null)
  /** The plan before each change. */
  readonly #earlier = shallowRef<readonly FloorPlan[]>([])
  /** The name of the last change. One with the same name belongs to the same step. */
  #lastStep: string | null = null

  /** An empty plan starts with a sector of that name. */
  constructor(plan: FloorPlan, sectorName: string) {
    const placed = placeAll(plan)
    const first = placed.sectors[0] ?? newSector(sectorName)
    this.#plan = shallowRef<FloorPlan>(placed.sectors.length === 0 ? { sectors: [first] } : placed)
    this.#sectorId = shallowRef(first.id)
  }

  get plan(): FloorPlan {
    return this.#plan.value
  }

  /** The one that is shown; undefined if there is none. */
  get sector(): Sector | undefined {
    const { sectors } = this.plan
    return sectors.find(({ id }) => id === this.#sectorId.value) ?? sectors[0]
  }

  get items(): PlanItem[] {
    return this.sector === undefined ? [] : itemsOf(this.sector)
  }

  get chosen(): PlanItem | undefined {
    return this.items.find(({ id }) => id === this.#chosenId.value)
  }

  get isChanged(): boolean {
    return this.#earlier.value.length > 0
  }

  choose(itemId: string | null): void {
    if (itemId === this.#chosenId.value) return
    this.#chosenId.value = itemId
    this.#lastStep = null
  }

  show(sectorId: string): void {
    this.#sectorId.value = sectorId
    this.choose(null)
  }

  /** Shows and chooses a item of any sector. */
  reveal(itemId: string): void {
    const holder = this.plan.sectors.find((each) => itemsOf(each).some(({ id }) => id === itemId))
    if (holder === undefined) return
    this.show(holder.id)
    this.choose(itemId)
  }

  add(kind: ItemKind): void {
    const id = crypto.randomUUID()
    const { chosen } = this
    const near = chosen === undefined ? topLeft : toTheRight(chosen)
    this.#place(
      kind === 'bar' || kind === 'wall'
        ? { id, kind, ...topLeft, ...sizes[kind] }
        : {
            ...{ id, shape: kind, seats: usualSeats, learned: false },
            ...{ name: nextName(this.plan, ''), place: { ...topLeft, turn: 0 } },
          },
      near,
    )
  }

  /** Adds another item like the chosen one, beside it. */
  copy(): void {
    const { chosen } = this
    if (chosen === undefined) return
    const id = crypto.randomUUID()
    const name = isTable(chosen) ? nextName(this.plan, chosen.name) : ''
    this.#place(
      isTable(chosen) ? { ...chosen, id, name, learned: false } : { ...chosen, id },
      toTheRight(chosen),
    )
  }

  /** Changes the chosen item. Changes with the same name belong to one step until another is chosen. */
  change(edit: (item: PlanItem) => PlanItem, name: string | null = null): void {
    const { chosen } = this
    if (chosen === undefined) return
    const next = edit(chosen)
    this.#changeSector(
      (sector) =>
        isTable(next)
          ? { ...sector, tables: sector.tables.map((one) => (one.id === next.id ? next : one)) }
          : {
              ...sector,
              fixtures: sector.fixtures.map((one) => (one.id === next.id ? next : one)),
            },
      name,
    )
  }

  turn(): void {
    this.change(turned)
  }

  moveBy(right: number, down: number): void {
    this.change((item) => {
      const { x, y } = standsAt(item)
      return movedTo(item, { x: x + right, y: y + down })
    }, 'move')
  }

  remove(): void {
    const { chosen } = this
    if (chosen === undefined) return
    this.#changeSector((sector) => ({
      ...sector,
      tables: sector.tables.filter(({ id }) => id !== chosen.id),
      fixtures: sector.fixtures.filter(({ id }) => id !== chosen.id),
    }))
    this.choose(null)
  }

  addSector(): void {
    const added = newSector('')
    this.#put({ sectors: [...this.plan.sectors, added] }, null)
    this.show(added.id)
  }

  renameSector(name: string): void {
    this.#changeSector((sector) => ({ ...sector, name }), 'sector name')
  }

  removeSector(): void {
    const { sector } = this
    if (sector === undefined) return
    this.#put({ sectors: this.plan.sectors.filter(({ id }) => id !== sector.id) }, null)
    this.choose(null)
  }

  undo(): void {
    const before = this.#earlier.value.at(-1)
    if (before === undefined) return
    this.#earlier.value = this.#earlier.value.slice(0, -1)
    this.#plan.value = before
    this.#lastStep = null
  }

  #place(item: PlanItem, near: { x: number; y: number }): void {
    const placed = freePlace(item, this.items, near)
    this.#changeSector((sector) =>
      isTable(placed)
        ? { ...sector, tables: [...sector.tables, placed] }
        : { ...sector, fixtures: [...sector.fixtures, placed satisfies Fixture] },
    )
    this.choose(placed.id)
  }

  #changeSector(edit: (sector: Sector) => Sector, name: string | null = null): void {
    const { sector } = this
    if (sector === undefined) return
    const sectors = this.plan.sectors.map((one) => (one.id === sector.id ? edit(one) : one))
    this.#put({ sectors }, name)
  }

  #put(plan: FloorPlan, name: string | null): void {
    if (name === null || name !== this.#lastStep)
      this.#earlier.value = [...this.#earlier.value, this.plan].slice(-maxSteps)
    this.#lastStep = name
    this.#plan.value = plan
  }
}
