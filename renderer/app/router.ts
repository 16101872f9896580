import { createRouter, createWebHashHistory, type Router } from 'vue-router'
import type { Room } from '../ui/room.ts'
import { rooms } from './rooms.ts'

declare module 'vue-router' {
  interface RouteMeta {
    room?: Room
  }
}

/** The way between rooms: one route each. */
export const makeRouter = (): Router =>
  createRouter({
    history: createWebHashHistory(),
    routes: [
      ...rooms.map((room) => ({ path: room.path, component: room.view, meta: { room } })),
      { path: '/:rest(.*)', redirect: '/' },
    ],
  })
