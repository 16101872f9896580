import { createRouter, createWebHashHistory, type Router } from 'vue-router'
import type { Room } from '../ui/page/room.ts'
import { rooms } from './rooms.ts'

declare module 'vue-router' {
  interface RouteMeta {
    room?: Room
  }
}

/** For developers only: the shipped page has no such route, and nothing of what it shows. */
const gallery = import.meta.env.DEV
  ? [{ path: '/ui', component: () => import('../ui/gallery/GalleryView.vue') }]
  : []

/** The way between rooms: one route each. */
export const makeRouter = (): Router =>
  createRouter({
    history: createWebHashHistory(),
    routes: [
      ...rooms.map((room) => ({ path: room.path, component: room.view, meta: { room } })),
      ...gallery,
      { path: '/:rest(.*)', redirect: '/' },
    ],
  })
