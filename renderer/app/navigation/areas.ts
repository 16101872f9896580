import { BarChart3, ChefHat, ConciergeBell, Settings, Store } from '@lucide/vue'
import type { Component } from 'vue'
import type { Role } from '#contract/shared/caller.ts'
import type { AreaId, Room } from '../../ui/page/room.ts'
import { rooms } from '../rooms.ts'

/** An area of the navigation with its rooms. */
export interface Area {
  id: AreaId
  icon: Component
  rooms: readonly Room[]
}

const icons: Readonly<Record<AreaId, Component>> = {
  kitchen: ChefHat,
  front: ConciergeBell,
  store: Store,
  reports: BarChart3,
  settings: Settings,
}

/** The areas of a role, with the rooms that it may see. */
export function areasFor(role: Role): readonly Area[] {
  const listed = rooms.filter((room) => !room.isLinkedOnly && room.roles.includes(role))
  return (Object.keys(icons) as AreaId[])
    .map((id) => ({ id, icon: icons[id], rooms: listed.filter(({ area }) => area === id) }))
    .filter((area) => area.rooms.length > 0)
}
