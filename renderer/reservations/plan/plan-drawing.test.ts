import { expect, test } from 'vitest'
import { eveningPlan } from '../../test-support/evening-plan.ts'
import { isTable } from './edit-plan.ts'
import { PlanDrawing } from './plan-drawing.ts'

const open = () => new PlanDrawing(eveningPlan(), 'Dining room')
const names = ({ plan }: PlanDrawing) =>
  plan.sectors.flatMap(({ tables }) => tables.map(({ name }) => name))
const rename = (drawing: PlanDrawing, name: string) =>
  drawing.change((item) => (isTable(item) ? { ...item, name } : item), 'name')

test('an empty plan starts with a sector, and that is no change yet', () => {
  const drawing = new PlanDrawing({ sectors: [] }, 'Dining room')
  expect(drawing.sector?.name).toBe('Dining room')
  expect(drawing.isChanged).toBe(false)
  drawing.add('square')
  drawing.add('round')
  expect(names(drawing)).toEqual(['1', '2'])
  expect(drawing.isChanged).toBe(true)
})

test('what was added is chosen, and its copy stands beside it under the next name', () => {
  const drawing = open()
  drawing.add('round')
  const first = drawing.chosen
  drawing.copy()
  const second = drawing.chosen
  expect([first, second]).toMatchObject([
    { name: '11', shape: 'round' },
    { name: '13', shape: 'round' },
  ])
  expect(first?.id).not.toBe(second?.id)
  drawing.add('wall')
  expect(drawing.chosen).toMatchObject({ kind: 'wall' })
  drawing.copy()
  expect(drawing.sector?.fixtures.filter(({ kind }) => kind === 'wall')).toHaveLength(2)
})

test('each change can be undone; letters of one name and steps of one move are one change', () => {
  const drawing = open()
  drawing.choose('t3')
  drawing.moveBy(1, 0)
  drawing.moveBy(1, 0)
  rename(drawing, '3a')
  rename(drawing, '3ab')
  drawing.turn()
  drawing.turn()
  drawing.remove()
  expect(names(drawing)).not.toContain('3ab')
  drawing.undo()
  expect(names(drawing)).toContain('3ab')
  drawing.choose('t3')
  expect(drawing.chosen).toMatchObject({ place: { x: 16, y: 5, turn: 90 } })
  drawing.undo()
  drawing.undo()
  expect(drawing.chosen).toMatchObject({ name: '3ab', place: { x: 16, turn: 0 } })
  drawing.undo()
  expect(drawing.chosen).toMatchObject({ name: '3', place: { x: 16 } })
  drawing.undo()
  expect(drawing.chosen).toMatchObject({ place: { x: 14 } })
  expect(drawing.isChanged).toBe(false)
})

test('a move after another table was chosen is a change of its own', () => {
  const drawing = open()
  for (const id of ['t3', 't5', 't3']) {
    drawing.choose(id)
    drawing.moveBy(0, 1)
  }
  drawing.undo()
  expect(drawing.chosen).toMatchObject({ place: { y: 6 } })
})

test('sectors are added, named and removed, and undo brings a removed one back', () => {
  const drawing = open()
  drawing.addSector()
  drawing.renameSector('Patio')
  expect(drawing.sector).toMatchObject({ name: 'Patio', tables: [] })
  drawing.removeSector()
  drawing.removeSector()
  drawing.removeSector()
  expect(drawing.sector).toBeUndefined()
  drawing.add('square')
  expect(names(drawing)).toEqual([])
  drawing.undo()
  drawing.undo()
  expect(drawing.plan.sectors).toHaveLength(2)
})

test('a table of another sector is shown with its sector', () => {
  const drawing = open()
  drawing.reveal('t26')
  expect([drawing.sector?.id, drawing.chosen?.id]).toEqual(['s2', 't26'])
  drawing.show('s1')
  expect(drawing.chosen).toBeUndefined()
})
